import { mount } from "svelte";
import App from "./App.svelte";
import { interceptLinks } from "./browser/router.svelte";
import { applySettings, settings } from "./browser/settings.svelte";
import { loadCatalogue } from "./words/languages";
import "./style/fonts.css";
import "./style/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
applySettings();
interceptLinks();
// Before the first paint; without its catalogue the page is in English.
void loadCatalogue(settings.language)
  .catch(() => undefined)
  .then(() => mount(App, { target }));
