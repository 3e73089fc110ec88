// Particles of surnames, which sources also write joined with the name: `de Vries` and `Devries`, `van den Berg` and
// `Vandenberg`, `Al-Harthy` and `Alharthy`.

const PARTICLES: ReadonlySet<string> = new Set(
  'van von der den de la los del di da dos du ter ten zu zur bin ibn al el'.split(' '),
);

/** Whether a folded word is a particle. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

/** The words with each particle joined to the word behind it; the same list if there is none. */
export function withJoinedParticles(words: readonly string[]): readonly string[] {
  if (!words.some(isParticle)) return words;
  const joined: string[] = [];
  let particles = '';
  for (const word of words) {
    if (isParticle(word)) particles += word;
    else {
      joined.push(particles + word);
      particles = '';
    }
  }
  return particles === '' ? joined : [...joined, particles];
}

const JOINED = /^(?:van(?:de[nr]?)?|von(?:der)?|de(?:l|la|los)?|d[aiou]|dos|al|el)(?=\p{L}{4})/u;

/** The name behind a particle at the beginning of a folded word, `vries` of `devries`; null if there is none. */
export function behindParticle(word: string): string | null {
  const [particle = ''] = JOINED.exec(word) ?? [];
  return particle === '' ? null : word.slice(particle.length);
}
