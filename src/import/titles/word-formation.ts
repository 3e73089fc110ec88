// Decides whether an English word is formed of known words: pulverizer of pulverize, tableman of table and man. Words
// of unknown languages and nonsense rarely are.

/** The endings of English words for workers, activities and qualities. */
const ENDINGS = `er or ing ist ian eer ator ation ion ment al ic ical y ed ess man men woman women person maker master
keeper worker hand boy girl house room yard ship craft smith wright work`.split(/\s+/);
const BEGINNINGS = `auto back bio down electro geo hydro inter micro multi neuro off out over photo pre psycho sub super
tele under un up`.split(/\s+/);
/** The ends that a stem loses before an ending: decal(e)er, cryptolog(y)ical. */
const LOST_ENDS = ['', 'e', 'y', 's', 'ing', 'ion', 'ation', 'ate', 'ic', 'ist', 'ical', 'ia'];
const STEM_LENGTH_MIN = 3;
const REST_LENGTH_MIN = 4;

/** Whether a folded singular is a known word with an English suffix or prefix, or consists of two known words. */
export function isFormedOf(word: string, known: ReadonlySet<string>): boolean {
  return hasKnownStem(word, known) || hasKnownRest(word, known) || isCompound(word, known);
}

function hasKnownStem(word: string, known: ReadonlySet<string>): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    return stem.length >= STEM_LENGTH_MIN && stemsOf(stem).some((one) => known.has(one));
  });
}

/** The words that a stem may come from: churn, decal, run of runn(er), carry of carri(er). */
function stemsOf(stem: string): string[] {
  const forms = LOST_ENDS.map((end) => stem + end);
  if (stem.endsWith('i')) forms.push(`${stem.slice(0, -1)}y`);
  if (stem.length > STEM_LENGTH_MIN && stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
  return forms;
}

function hasKnownRest(word: string, known: ReadonlySet<string>): boolean {
  return BEGINNINGS.some((beginning) => {
    const rest = word.startsWith(beginning) ? word.slice(beginning.length) : '';
    return rest.length >= REST_LENGTH_MIN && known.has(rest);
  });
}

function isCompound(word: string, known: ReadonlySet<string>): boolean {
  for (let at = STEM_LENGTH_MIN; at <= word.length - STEM_LENGTH_MIN; at += 1) {
    if (known.has(word.slice(0, at)) && known.has(word.slice(at))) return true;
  }
  return false;
}
