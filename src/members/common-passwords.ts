// Detects passwords that attackers try first: words from lists of leaked passwords, keyboard rows and sequences. Also
// detects variants of them: with digits and signs around them, with letters replaced by digits, and repeated.

/** The most frequent words of leaked passwords, in lower case, without digits at their ends. */
const WORDS = new Set(
  `password passwort passw passwd pass secret secretpassword mypassword newpassword changeme changemenow letmein letmeinnow
  welcome welcomehome welcometo login logmein access administrator admin adminadmin root toor superuser user username test
  testing tester default guest temp temporary master hello helloworld iloveyou ilovejesus loveyou lovely princess sunshine
  shadow dragon monkey football baseball basketball soccer superman batman spiderman starwars pokemon jordan michael michelle
  jennifer jessica ashley daniel charlie thomas andrew joshua matthew anthony robert william hunter ranger killer trustno
  whatever freedom flower cheese summer winter autumn spring january february december october computer internet samsung
  google facebook linkedin microsoft apple amazon cardfile dashboard operator qwerty qwertyuiop qwertz qwertzuiop azerty
  azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qaz wsx abc abcd abcdef abcdefgh abcdefghijkl
  abcdefghijklmnopqrstuvwxyz aaaaaa blink liverpool chelsea arsenal barcelona juventus ferrari mercedes porsche harley
  corvette mustang diamond silver golden ginger pepper cookie chocolate banana orange cherry butterfly angel angels jesus
  christ heaven forever friends family mother father sister brother baby honey sweetheart teamo contrasena motdepasse
  bonjour doudou soleil hallo hallo schatz ficken geheim sommer berlin hamburg muenchen lucky number numberone startrek
  matrix phoenix tigger snoopy scooter buster maggie bailey bubbles thunder merlin gandalf zaq xsw edc company office
  business supersecret verysecret topsecret nosecret unknown nothing something anything please thankyou`.split(/\s+/),
);

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '01234567890',
  '9876543210',
];
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The text without the digits and signs around it. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const plainLetters = (text: string) => [...text].map((letter) => LEET[letter] ?? letter).join('');

/** The shortest text whose repetition gives this text. */
function unitOf(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, at);
}

/** Whether the whole text is a piece of a keyboard row or a sequence. */
function isRun(text: string): boolean {
  return (
    text.length > 0 &&
    ROWS.some((row) => `${row}${row}`.includes(text) || [...`${row}${row}`].reverse().join('').includes(text))
  );
}

const WORD_LENGTH_MIN = 3;

/** Whether the text is one or several common words next to each other. */
function isOfCommonWords(text: string): boolean {
  // The places where a sequence of words from the beginning may end. Each is visited once, because the number of
  // sequences can grow exponentially with the length of the text.
  const ends = new Set([0]);
  for (const start of ends)
    for (let end = start + WORD_LENGTH_MIN; end <= text.length; end += 1)
      if (WORDS.has(text.slice(start, end))) ends.add(end);
  return ends.has(text.length);
}

/** Whether a password is a common word or sequence, or is made of nothing else. Texts without letters are sequences. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase().replace(/[\s._-]+/g, '');
  const readings = [lower, bare(lower), bare(plainLetters(lower)), plainLetters(bare(lower))];
  return readings.some((reading) => {
    const unit = unitOf(reading);
    return isRun(unit) || (unit !== '' && isOfCommonWords(unit)) || /^\d*$/.test(reading);
  });
}
