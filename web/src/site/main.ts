/** The script of the documents and the REST reference, whose pages the service renders: `src/site`. */
import { addCopyButtons } from './copy.ts';
import { addSearch } from './search.ts';

addCopyButtons();
addSearch();
