// The forms of a name that is written in two scripts: `Wang Xiaoming (王小明)`. Pure.

const IN_BRACKETS = /^([^()（）]*\p{L}[^()（）]*)[(（]([^()（）]*\p{L}[^()（）]*)[)）]\s*$/u;
const LATIN = /\p{Script=Latin}/u;
const NOT_LATIN = /[^\P{L}\p{Script=Latin}]/u;

/** The names in front of brackets and in them, if exactly one of them is in Latin letters; else the name. */
export function formsOfName(name: string): readonly string[] {
  const [, ahead = '', behind = ''] = IN_BRACKETS.exec(name) ?? [];
  const areTwoScripts = [ahead, behind].every((text) => LATIN.test(text) !== NOT_LATIN.test(text));
  return areTwoScripts && LATIN.test(ahead) !== LATIN.test(behind) ? [ahead.trim(), behind.trim()] : [name];
}
