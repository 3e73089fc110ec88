// Entry of the worker thread that reads an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { editionsFolder } from '../app/data-folder.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import { EditionStore } from '../search/edition/store/edition-store.ts';
import type { ReadOrder, ReadResult } from './read-edition.ts';

const { config, known } = workerData as ReadOrder;

async function result(): Promise<ReadResult> {
  try {
    const store = new EditionStore(editionsFolder(config), config.editionMemory * 2 ** 20, known);
    return { base: (await store.read())?.shared ?? null };
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    return { message: error.message, isOfOtherFormat: error instanceof EditionFormatError };
  }
}

parentPort?.postMessage(await result());
