import { expect, it } from 'vitest';
import { plainText } from '../../../src/connectors/openapi/plainText.ts';
import { computedMs } from '../../harness/longestWait.ts';

it.each([
  ['Lists the pets.', 'Lists the pets.'],
  ['<p>Lists <b>all</b> pets.</p><p>Or <code>some</code>.</p>', 'Lists **all** pets.\n\nOr `some`.'],
  ['One<br>two<BR/>three<br />four', 'One\ntwo\nthree\nfour'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  [
    'See <a class="x" href="https://x.test/?a=1&amp;b=2" target="_blank">the guide</a>.',
    'See [the guide](https://x.test/?a=1&b=2).',
  ],
  ['See <a href="#there">there</a>, <a name="x"></a>or <a href=\'javascript:alert(1)\'>not</a>', 'See there, or not'],
  ['Tom &amp; Jerry &lt;3 &#39;s &#x41;', "Tom & Jerry <3 's A"],
  ['a < b && c > d', 'a < b && c > d'],
  ['Send <your-token> as List<String>', 'Send <your-token> as List<String>'],
  ['# Markdown\n\n- stays **as** it is', '# Markdown\n\n- stays **as** it is'],
  ['<strong></strong>empty <!-- hidden --> marks', 'empty  marks'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a  b'],
  ['<div><div><div>deep</div></div></div>', 'deep'],
])('%j', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

it('takes linear time', () => {
  const parts = ['<a ', '<p', '<!--', '&', '<b>', ' \n', '****'];
  expect(computedMs(() => parts.map((part) => plainText(part.repeat(60_000))))).toBeLessThan(2_000);
});
