// Job title abbreviations and their long forms. A short form matches each of its long forms and vice versa; two long
// forms of one short form do not match each other (engineer finds eng, not engineering).

/** Short form -> long forms; the words of a long form must be adjacent. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    asst: ['assistant'],
    assoc: ['associate'],
    bd: ['business development'],
    bizdev: ['business development'],
    ceo: ['chief executive officer'],
    cfo: ['chief financial officer'],
    cio: ['chief information officer'],
    ciso: ['chief information security officer'],
    cmo: ['chief marketing officer', 'chief medical officer'],
    coo: ['chief operating officer', 'chief operations officer'],
    cpo: ['chief people officer', 'chief product officer'],
    cro: ['chief revenue officer', 'chief risk officer'],
    cto: ['chief technology officer', 'chief technical officer'],
    dev: ['developer', 'development'],
    dir: ['director'],
    eng: ['engineer', 'engineering'],
    evp: ['executive vice president'],
    exec: ['executive'],
    hr: ['human resources'],
    jr: ['junior'],
    md: ['managing director'],
    mgr: ['manager'],
    mktg: ['marketing'],
    ops: ['operations'],
    pm: ['product manager', 'project manager'],
    sr: ['senior'],
    svp: ['senior vice president'],
    swe: ['software engineer'],
    vp: ['vice president'],
  }),
);

/** A text with the first word also matches the second: `SVP Sales` is found by `vp`. */
export const CONTAINED_SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['evp', 'vp'],
  ['svp', 'vp'],
]);

/** Words that keep their punctuation. */
export const WHOLE_WORDS: readonly string[] = ['asp.net', 'node.js', '.net', 'c++', 'c#', 'f#'];
