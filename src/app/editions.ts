// The editions of the data folder.
import { EditionStore } from '../search/edition/store/edition-store.ts';
import type { Config } from './config.ts';
import { editionsFolder } from './data-folder.ts';

export function openEditions(config: Config): EditionStore {
  return new EditionStore(editionsFolder(config), config.editionMemory * 2 ** 20);
}
