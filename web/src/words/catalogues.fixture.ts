// Loads the catalogues of all languages before the tests, so that tests can set any language.
import { LANGUAGES, loadCatalogue } from "./languages";

await Promise.all(LANGUAGES.map(loadCatalogue));
