/** Characters that no name may contain, enumerated from Unicode's properties. */
export const HIDDEN: readonly string[] = (() => {
  const hidden: string[] = [];
  const isHidden = /^[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]$/u;
  for (let point = 0; point <= 0x10_ffff; point += 1) {
    const character = String.fromCodePoint(point);
    if (isHidden.test(character)) hidden.push(character);
  }
  return hidden;
})();
