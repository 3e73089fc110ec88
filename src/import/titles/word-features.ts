// The features of a title for the table of word votes: each word about the work, its parts, its neighbors, and the last
// word. Training and classification use the same features.

/** Letters of a word's start and end. A shorter word is one feature. */
const AFFIX_LENGTH = 4;
/** Lengths of the parts that related words have in common: account, accounting. */
const PART_LENGTHS = [4, 5];
const LAST_END_LENGTH = 2;
const PLURAL_LENGTH_MIN = 5;

/**
 * Words of rank, of place and of every field, and grammatical words. The occupations in which they occur are no
 * evidence for a title.
 */
const NEUTRAL_WORDS = new Set(
  `accountable acting americas an and apac assistant associate avp benelux chairman chairperson chief co coach consultant coordinator dach de deputy director emea employed europe evp ex
executive expert for former founder freelance freelancer general global group head ii iii in interim intern international iv jr junior
latam lead leader manager managing member mena national nordics of officer on or owner partner president principal product professional project regional remote
representative retired self senior shift specialist sr staff supervisor svp team the trainee uk us usa vice volunteer vp with worldwide`.split(
    /\s+/,
  ),
);

/**
 * Whether a folded word describes the work: it is not a word of rank, of any field or of grammar, and not a single
 * letter.
 */
export const isDescriptive = (word: string): boolean => word.length > 1 && !NEUTRAL_WORDS.has(singularOf(word));

/** Words that occur in all kinds of work. They vote only together with a known word that names a kind of work. */
const GENERIC_WORDS = new Set(
  `advisor adviser agent aide attendant board boss chair clerk contractor crew delegate dreamer employee everything grade guru
hand handler helper human inspector keeper level liaison lover maintainer maker man member operator people person practitioner
resource scheduler service shareholder specialist stakeholder stuff technician test thing tier woman worker`.split(
    /\s+/,
  ),
);

/** Whether a descriptive word names a kind of work, so that it does not occur in all kinds of work. */
export const isSpecific = (word: string): boolean => !GENERIC_WORDS.has(singularOf(word));

/**
 * Words for persons with a pastime, a trait or a preference. A title that ends in such a word names no kind of work.
 */
const PASTIME_WORDS = new Set(
  `achiever addict admirer adventurer aficionado believer binger bringer bystander chatterbox dabbler dad daydreamer
devotee doer dreamer drinker eater enthusiast fan fanatic foodie gamer giver globetrotter goofball homemaker hustler idealist
jester joker junkie killjoy latecomer learner listener loafer loner loser lover misfit mom mum napper noisemaker nomad
optimist overachiever overthinker owl peacemaker pessimist procrastinator rainmaker rebel riser slacker slayer sleeper
smoker snorer sunshine survivor talker thinker tinkerer traveler traveller troublemaker vagabond wanderer waster winner
worrier`.split(/\s+/),
);
/** Words for experts in any kind of work. Other words of the title name the kind. */
const EXPERT_WORDS = new Set(
  `cruncher disruptor disrupter genius geek hero heroine legend magician maverick nerd ninja pioneer prodigy rockstar
seeker solver superhero superstar visionary warrior whisperer wizard`.split(/\s+/),
);

/** Whether a folded word is a word for persons with a pastime or trait. */
export const isPastimeWord = (word: string): boolean => PASTIME_WORDS.has(singularOf(word));
/** Whether a folded word is a word for experts in any kind of work. */
export const isExpertWord = (word: string): boolean => EXPERT_WORDS.has(singularOf(word));

/**
 * The features of a folded word at any position: `nurses` has `nurse`, `nurs*`, `*rses` and the parts of `<nurse>` such
 * as `~urse`. None for a word that does not describe the work.
 */
export function featuresOfWord(word: string): string[] {
  if (!isDescriptive(word)) return [];
  const singular = singularOf(word);
  if (word.length <= AFFIX_LENGTH) return [singular];
  return [singular, `${word.slice(0, AFFIX_LENGTH)}*`, `*${word.slice(-AFFIX_LENGTH)}`, ...partsOf(`<${singular}>`)];
}

function partsOf(limited: string): string[] {
  return PART_LENGTHS.flatMap((length) =>
    Array.from({ length: limited.length - length + 1 }, (_, index) => `~${limited.slice(index, index + length)}`),
  );
}

/** Additional features of the last word: `nurses` has `nurse$` and `*se$`. */
export function featuresOfLastWord(word: string): string[] {
  if (!isDescriptive(word)) return [];
  const singular = singularOf(word);
  return singular.length < AFFIX_LENGTH ? [`${singular}$`] : [`${singular}$`, `*${singular.slice(-LAST_END_LENGTH)}$`];
}

/** The feature of two adjacent words, which may be words of rank: `office_manager` for `office manager`. */
export const featureOfPair = (first: string, second: string): string => `${singularOf(first)}_${singularOf(second)}`;

/** The singular of a word: `engineers` is `engineer`. */
export function singularOf(word: string): string {
  return word.length >= PLURAL_LENGTH_MIN && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
