/** Return the key of a message in a catalogue, as in gettext's own files. */
export const messageKey = (text: string, context: string | null): string =>
  context === null ? text : `${context}\u0004${text}`;
