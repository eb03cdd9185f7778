/** Return the key of a message in a catalogue: its text, after its context and U+0004 if it has one. */
export const messageKey = (text: string, context: string | null): string =>
  context === null ? text : `${context}\u0004${text}`;
