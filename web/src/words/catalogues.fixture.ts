// Before all tests: the catalogues of all languages, so that tests can set any.
import { LANGUAGES, loadCatalogue } from "./languages";

await Promise.all(LANGUAGES.map(loadCatalogue));
