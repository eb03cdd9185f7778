import { MediaQuery } from "svelte/reactivity";

/** Whether the window is as small as a phone, held upright or sideways, as stylesheets have it. */
export const onPhone = new MediaQuery(
  "(max-width: 599px), (max-height: 500px) and (min-width: 560px)",
);
