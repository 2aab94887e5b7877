/** JSON errors of further services, of which only the message matters here. */
export const REPORTED_ERRORS: readonly (readonly [label: string, body: unknown, words: readonly string[]])[] = [
  [
    'SAP',
    {
      error: {
        message: { lang: 'en', value: 'Locked' },
        innererror: { errordetails: [{ propertyref: 'Id', message: 'None' }] },
      },
    },
    ['Locked', 'Id: None'],
  ],
  [
    'OData 3 in JSON',
    { 'odata.error': { code: 'E', message: { lang: 'en', value: 'No such order' } } },
    ['No such order'],
  ],
  [
    'WooCommerce',
    { code: 'bad', message: 'Invalid', data: { status: 400, params: { email: 'Not an email.' } } },
    ['Invalid', 'email: Not an email.'],
  ],
  [
    'Xero',
    { Message: 'Wrong', Elements: [{ ValidationErrors: [{ Message: 'No email' }, { Message: 'No name' }] }] },
    ['Wrong', 'No email', 'No name'],
  ],
  [
    'QuickBooks',
    { Fault: { Error: [{ Message: 'Duplicate', Detail: 'The name exists', element: 'Name' }] } },
    ['Name: Duplicate: The name exists'],
  ],
  [
    'NetSuite',
    { title: 'Bad', status: 400, 'o:errorDetails': [{ detail: 'Not valid', 'o:errorPath': 'entity' }] },
    ['entity: Not valid'],
  ],
  [
    'LinkedIn',
    {
      message: 'Wrong',
      errorDetails: { inputErrors: [{ description: 'is required', input: { inputPath: { fieldPath: 'author' } } }] },
    },
    ['author: is required'],
  ],
  [
    'Zod, flattened',
    { error: { formErrors: ['Bad form'], fieldErrors: { email: ['Bad email'] } } },
    ['Bad form', 'email: Bad email'],
  ],
  [
    'HAL',
    { message: 'Bad Request', _embedded: { errors: [{ message: 'is blank', path: '/name' }] } },
    ['Bad Request', '/name: is blank'],
  ],
  ['a map of texts', { email: 'is taken', age: 'too low' }, ['email: is taken', 'age: too low']],
  ['a nested map', { user: { address: { zip: ['is bad'] } } }, ['user.address.zip: is bad']],
  ['a map of lists', { items: [{}, { qty: ['too low'] }] }, ['items.qty: too low']],
  ['a deep list', { response: { status: 'ERR', result: { errors: [{ text: 'Deep one' }] } } }, ['Deep one']],
  [
    'PostgREST',
    { code: '23505', details: 'Key (id)=(1) exists.', message: 'duplicate key' },
    ['duplicate key: Key (id)=(1) exists.'],
  ],
  [
    'ServiceNow',
    { error: { message: 'Insert failed', detail: 'Blocked by a rule' } },
    ['Insert failed: Blocked by a rule'],
  ],
  [
    'Bitbucket',
    { type: 'error', error: { message: 'Bad', fields: { name: ['required'] } } },
    ['Bad', 'name: required'],
  ],
  [
    'Recurly',
    { error: { message: 'Failed', params: [{ param: 'code', message: 'is taken' }] } },
    ['Failed', 'code: is taken'],
  ],
  [
    'Adyen',
    { message: 'Required field', invalidFields: [{ name: 'amount', message: 'missing' }] },
    ['Required field', 'amount: missing'],
  ],
  [
    'JSON-RPC',
    { error: { code: -32602, message: 'Invalid params', data: { field: 'a', reason: 'blank' } } },
    ['Invalid params', 'a: blank'],
  ],
];
