import { REPORTED_ERRORS } from './reportedErrors.ts';

/** The error's format, and the parts that must survive. */
export type ErrorFormat = {
  readonly label: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Parts of the message, in any order. */
  readonly words: readonly string[];
  readonly code?: string;
  /** Fields of the problems, if the format names any. */
  readonly fields?: readonly string[];
};

const json = (
  label: string,
  status: number,
  body: unknown,
  expected: Pick<ErrorFormat, 'words'> & Partial<ErrorFormat>,
): ErrorFormat => ({ label, status, type: 'application/json', body: JSON.stringify(body), ...expected });

const text = (
  label: string,
  type: string,
  body: string,
  expected: Pick<ErrorFormat, 'words'> & Partial<ErrorFormat>,
): ErrorFormat => ({ label, status: 400, type, body, ...expected });

const REPORTED = REPORTED_ERRORS.map(([label, body, words]) => json(label, 400, body, { words }));

/** Error bodies of frameworks and services. */
export const ERROR_FORMATS: readonly ErrorFormat[] = [
  json(
    'FastAPI',
    422,
    {
      detail: [
        { type: 'greater_than', loc: ['body', 'price'], msg: 'Input should be greater than 0' },
        { type: 'missing', loc: ['body', 'name'], msg: 'Field required' },
      ],
    },
    {
      words: ['price', 'Input should be greater than 0', 'name', 'Field required'],
      fields: ['body.price', 'body.name'],
    },
  ),
  json(
    'Rails',
    422,
    { errors: { email: ['has already been taken'], age: ['is too low', 'is odd'] } },
    {
      words: ['email: has already been taken', 'age: is too low', 'age: is odd'],
      fields: ['email', 'age', 'age'],
    },
  ),
  json(
    'Laravel',
    422,
    { message: 'The given data was invalid.', errors: { email: ['The email is taken.'] } },
    {
      words: ['The given data was invalid.', 'email: The email is taken.'],
      fields: ['email'],
    },
  ),
  json(
    'Django',
    400,
    { email: ['Enter a valid address.'], non_field_errors: ['Passwords differ.'] },
    {
      words: ['email: Enter a valid address.', 'Passwords differ.'],
      fields: ['email', ''],
    },
  ),
  json(
    'Jira',
    400,
    { errorMessages: ['Not allowed here.'], errors: { summary: 'You must specify a summary.' } },
    {
      words: ['Not allowed here.', 'summary: You must specify a summary.'],
      fields: ['', 'summary'],
    },
  ),
  json(
    'OData',
    400,
    {
      error: {
        code: 'BadRequest',
        message: 'Two properties are invalid.',
        details: [
          { code: 'NullValue', target: 'name', message: 'Name is null.' },
          { code: 'OutOfRange', target: 'age', message: 'Age is negative.' },
        ],
      },
    },
    {
      words: ['Two properties are invalid.', 'name: Name is null.', 'age: Age is negative.'],
      code: 'BadRequest',
      fields: ['name', 'age'],
    },
  ),
  json(
    'OData 3',
    404,
    { error: { code: 'E404', message: { lang: 'en', value: 'No such thing.' } } },
    {
      words: ['No such thing.'],
      code: 'E404',
    },
  ),
  json(
    'problem+json',
    422,
    {
      type: 'https://api.test/validation',
      title: 'Your request is invalid',
      status: 422,
      'invalid-params': [{ name: 'age', reason: 'must be positive' }],
    },
    { words: ['Your request is invalid', 'age: must be positive'], fields: ['age'], type: 'application/problem+json' },
  ),
  json(
    'ASP.NET',
    400,
    { title: 'One or more errors', status: 400, errors: { Name: ['The Name field is required.'] } },
    {
      words: ['One or more errors', 'Name', 'The Name field is required.'],
      fields: ['Name'],
    },
  ),
  json(
    'JSON:API',
    422,
    {
      errors: [{ status: '422', code: 'E1', title: 'Invalid', detail: 'is blank', source: { pointer: '/data/name' } }],
    },
    { words: ['/data/name: is blank'], fields: ['/data/name'] },
  ),
  json(
    'GraphQL',
    400,
    { errors: [{ message: 'Unknown field', path: ['user', 'nme'], extensions: { code: 'BAD_FIELD' } }] },
    { words: ['user.nme: Unknown field'], fields: ['user.nme'] },
  ),
  json(
    'Google',
    400,
    {
      error: {
        code: 400,
        message: 'Invalid argument',
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 't/BadRequest', fieldViolations: [{ field: 'q', description: 'q is too long' }] }],
      },
    },
    { words: ['Invalid argument', 'q: q is too long'], code: '400', fields: ['q'] },
  ),
  json(
    'Stripe',
    402,
    { error: { type: 'card_error', code: 'card_declined', message: 'Declined.', param: 'number' } },
    {
      words: ['Declined.', 'number'],
      code: 'card_declined',
      fields: ['number'],
    },
  ),
  json(
    'Square',
    400,
    { errors: [{ category: 'C', code: 'MISSING', detail: 'Missing id', field: 'location_id' }] },
    {
      words: ['location_id: Missing id'],
      fields: ['location_id'],
    },
  ),
  json(
    'GitHub',
    422,
    { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
    { words: ['Validation Failed', 'title: missing_field'], fields: ['title'] },
  ),
  json('Salesforce', 400, [{ message: 'Required fields are missing', errorCode: 'MISSING', fields: ['Name', 'Id'] }], {
    words: ['Name, Id: Required fields are missing'],
    code: 'MISSING',
    fields: ['Name, Id'],
  }),
  json(
    'PayPal',
    422,
    { name: 'UNPROCESSABLE', message: 'Semantically incorrect.', details: [{ field: '/amount', issue: 'TOO_LOW' }] },
    { words: ['Semantically incorrect.', '/amount: TOO_LOW'], code: 'UNPROCESSABLE', fields: ['/amount'] },
  ),
  json(
    'Kubernetes',
    422,
    {
      kind: 'Status',
      message: 'Deployment is invalid',
      reason: 'Invalid',
      details: { name: 'web', causes: [{ reason: 'Bad', message: 'must be > 0', field: 'spec.replicas' }] },
      code: 422,
    },
    { words: ['Deployment is invalid', 'spec.replicas: must be > 0'], code: '422', fields: ['spec.replicas'] },
  ),
  json(
    'Zod',
    400,
    { error: { name: 'ZodError', issues: [{ code: 'x', path: ['a', 0], message: 'Expected text' }] } },
    {
      words: ['Expected text', 'a.0: Expected text'],
      fields: ['a.0'],
    },
  ),
  json(
    'Nest',
    400,
    { statusCode: 400, message: ['name must be text', 'age must be a number'], error: 'Bad Request' },
    {
      words: ['Bad Request', 'name must be text', 'age must be a number'],
    },
  ),
  json(
    'Spring',
    400,
    { error: 'Bad Request', path: '/p', errors: [{ field: 'qty', defaultMessage: 'too few' }] },
    {
      words: ['Bad Request', 'qty: too few'],
      fields: ['qty'],
    },
  ),
  json(
    'Zendesk',
    422,
    { error: 'RecordInvalid', details: { name: [{ description: 'Name: is too short' }] } },
    {
      words: ['RecordInvalid', 'Name: is too short'],
      fields: ['name'],
    },
  ),
  json(
    'Discord',
    400,
    { code: 50_035, message: 'Invalid', errors: { a: { b: { _errors: [{ code: 'R', message: 'Need it' }] } } } },
    {
      words: ['Invalid', 'a.b: Need it'],
      code: '50035',
      fields: ['a.b'],
    },
  ),
  json(
    'Cloudflare',
    400,
    { success: false, errors: [{ code: 7_003, message: 'Could not route' }], result: null },
    {
      words: ['Could not route'],
    },
  ),
  json(
    'Elasticsearch',
    400,
    { error: { root_cause: [{ type: 'p', reason: 'bad query' }], type: 'p', reason: 'bad query' } },
    {
      words: ['bad query'],
      code: 'p',
    },
  ),
  json(
    'AWS JSON',
    400,
    { __type: 'com.amazon#ValidationException', Message: '1 validation error' },
    {
      words: ['1 validation error'],
      code: 'com.amazon#ValidationException',
    },
  ),
  json(
    'FHIR',
    400,
    {
      resourceType: 'OperationOutcome',
      issue: [{ code: 'required', diagnostics: 'No id', expression: ['Patient.id'] }],
    },
    {
      words: ['Patient.id: No id'],
      fields: ['Patient.id'],
    },
  ),
  json(
    'Okta',
    400,
    { errorCode: 'E1', errorSummary: 'Api validation failed', errorCauses: [{ errorSummary: 'login: taken' }] },
    {
      words: ['Api validation failed', 'login: taken'],
      code: 'E1',
    },
  ),
  json(
    'OAuth',
    400,
    { error: 'invalid_grant', error_description: 'Token has expired' },
    {
      words: ['Token has expired'],
      code: 'invalid_grant',
    },
  ),
  ...REPORTED,
  json('one word', 404, { error: 'not_found' }, { words: ['not_found'] }),
  json('a text', 400, 'No such order', { words: ['No such order'] }),
  json('names of its own', 400, { outcome: { hint: 'Turn the key' } }, { words: ['Turn the key'] }),
  json('JSON under text/html', 400, { message: 'Really JSON' }, { words: ['Really JSON'], type: 'text/html' }),
  text(
    'S3',
    'application/xml',
    '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>The key &amp; more</Message></Error>',
    {
      words: ['The key & more'],
      code: 'NoSuchKey',
    },
  ),
  text(
    'SOAP 1.1',
    'text/xml',
    '<s:Envelope><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>No such order</faultstring></s:Fault></s:Body></s:Envelope>',
    { words: ['No such order'], code: 's:Client' },
  ),
  text(
    'SOAP 1.2',
    'application/soap+xml',
    '<e:Envelope><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text xml:lang="en">Bad order</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>',
    { words: ['Bad order'], code: 'e:Sender' },
  ),
  text(
    'SOAP with a detail',
    'text/xml',
    '<s:Fault><faultcode>s:Server</faultcode><faultstring>Failed</faultstring><detail><e:Order><e:message>Must be 1</e:message></e:Order></detail></s:Fault>',
    { words: ['Failed', 'Must be 1'], code: 's:Server' },
  ),
  text(
    'XML with fields',
    'application/xml',
    '<errors><error><field>email</field><message>is taken</message></error><error><message>is low</message><field>age</field></error></errors>',
    { words: ['email: is taken', 'age: is low'], fields: ['email', 'age'] },
  ),
  text(
    'XML-RPC',
    'text/xml',
    '<fault><value><struct><member><name>faultCode</name><value><int>4</int></value></member><member><name>faultString</name><value><string>Too many</string></value></member></struct></value></fault>',
    { words: ['Too many'], code: '4' },
  ),
  text('XML without a type', 'text/plain', '<errors><error>Name is blank</error><error>Age is low</error></errors>', {
    words: ['Name is blank', 'Age is low'],
  }),
  text(
    'HTML',
    'text/html; charset=utf-8',
    '<!doctype html><html><head><title>502 Bad Gateway</title><style>b{}</style></head><body><h1>Bad Gateway</h1><script>x("secret script")</script><p>nginx &amp; co</p></body></html>',
    { words: ['502 Bad Gateway'] },
  ),
  text('plain text', 'text/plain', 'Order 17 is locked\nAsk Ann', { words: ['Order 17 is locked'] }),
  text('a form', 'application/x-www-form-urlencoded', 'error=bad_verifier&error_description=Try+again', {
    words: ['Try again'],
    code: 'bad_verifier',
  }),
  text('JSON that is cut', 'application/json', '{"message": "cut o', { words: ['cut o'] }),
  text('no body', 'application/json', '', { words: [] }),
  text('bytes', 'application/octet-stream', '\u0000\u0001', { words: [] }),
];
