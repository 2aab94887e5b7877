/** The script of the documents and the REST reference, rendered by `src/site`. */
import { addCopyButtons } from './copy.ts';
import { addSearch } from './search.ts';
import { addStackChoice } from './stack.ts';

addCopyButtons();
addSearch();
addStackChoice();
if (document.querySelector('.try')) void import('./tryIt.ts').then(({ addForms }) => addForms());
