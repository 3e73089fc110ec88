// Names in scripts without blanks between words. The same name is also written with a blank after the surname.
const IS_UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,6}$/u;

/** Whether a name is in such a script and has no blank. */
export const isUnspaced = (name: string): boolean => IS_UNSPACED.test(name.normalize('NFC'));

/** The ways to write a name of such a script: `早川司`, `早 川司` and `早川 司`. None for any other name. */
export function spacingsOf(name: string): readonly string[] {
  const joined = name.normalize('NFC').replaceAll(/\s/g, '');
  if (!isUnspaced(joined)) return [];
  const letters = [...joined];
  const spaced = letters.slice(1).map((_, index) => letters.toSpliced(index + 1, 0, ' ').join(''));
  return [joined, ...spaced];
}
