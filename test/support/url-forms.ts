// Valid and invalid spellings of one profile URL. Every endpoint with a URL accepts the same ones (contract: URLs,
// hosts, domains).

/** Spellings of the profile `acme` after `word`, which is `company` or `in`. */
export function spellingsOf(word: 'company' | 'in'): string[] {
  return [
    `https://www.network.example/${word}/acme`,
    `https://www.network.example/${word}/acme/`,
    `http://www.network.example/${word}/acme`,
    `HTTPS://WWW.NETWORK.EXAMPLE/${word.toUpperCase()}/ACME`,
    `network.example/${word}/acme`,
    `https://de.network.example/${word}/acme`,
    `https://network.example/de/${word}/acme`,
    `https://another-host.test:8443/${word}/acme`,
    `https://network.example/${word}/acme?from=search&x=/y`,
    `https://network.example/${word}/acme#top`,
    `https://network.example/${word}/acme/about/`,
    `https://network.example/${word}/acme/about?tab=1#top`,
    `https://network.example/${word}/%61cm%65`,
    `/${word}/acme`,
    `  https://network.example/${word}/acme\t`,
  ];
}

/** Invalid profile URLs after `word`. */
export function otherThan(word: 'company' | 'in'): string[] {
  const otherWord = word === 'company' ? 'in' : 'company';
  return [
    ' ',
    'acme',
    `${word}/acme`,
    'https://network.example/acme',
    `https://network.example/${word}`,
    `https://network.example/${word}/`,
    `https://network.example/${word}//acme`,
    `https://network.example/${otherWord}/acme`,
    `https://network.example/x/${word}/acme`,
    `https://network.example/deu/${word}/acme`,
    `https://user@network.example/${word}/acme`,
    `https://user:secret@network.example/${word}/acme`,
    `ftp://network.example/${word}/acme`,
    `javascript://network.example/${word}/acme`,
    `https:\\\\network.example\\${word}\\acme`,
    `https://network.example/${word}/%`,
    `https://network.example/${word}/%ff`,
    `https://network.example/${word}/ac me`,
    `https://network.example/${word}/ac%20me`,
    `https://network.example/${word}/ac%2Fme`,
    `https://network.example/${word}/acme*`,
    `https://network.example/${word}/%F0%9F%98%80`,
    `https://network.example/${word}/..`,
    `https://network.example/${word}/${'a'.repeat(201)}`,
  ];
}

/**
 * Bodies whose member `name` is missing or is not a URL, with the error message. `ways`: members of which exactly one
 * is required.
 */
export function wrongShapes(name: string, ways?: string): [body: Record<string, unknown>, message: string][] {
  return [
    [{}, `${name}: is required${ways === undefined ? '' : `; give exactly one of ${ways}`}`],
    [{ [name]: null }, `${name}: must be a string, not null`],
    [{ [name]: 1 }, `${name}: must be a string, not 1`],
    [{ [name]: {} }, `${name}: must be a string, not an object`],
    [{ [name]: '' }, `${name}: must not be empty`],
    [{ [name]: `/in/acme?${'x'.repeat(2041)}` }, `${name}: must have at most 2048 characters`],
  ];
}

/** A URL of exactly the maximum length. */
export function longestUrl(word: 'company' | 'in'): string {
  return `https://network.example/${word}/acme?`.padEnd(2048, 'x');
}
