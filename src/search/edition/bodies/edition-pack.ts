// The pack of an edition in one thread: opened on first use.
import { PackLookups, type PeopleOrder } from './lookups.ts';
import type { PackImage } from './pack-image.ts';
import { Pack } from './pack-reader.ts';
import { RecordPack } from './record-pack.ts';

export class EditionPack {
  readonly #image: PackImage;
  readonly #people: PeopleOrder;
  #pack: Pack | null = null;
  #records: RecordPack | null = null;
  #lookups: PackLookups | null = null;

  constructor(image: PackImage, people: PeopleOrder) {
    this.#image = image;
    this.#people = people;
  }

  /** Throws if the pack cannot be opened. */
  get records(): RecordPack {
    this.#records ??= new RecordPack(this.#opened);
    return this.#records;
  }

  /** Throws likewise. */
  get lookups(): PackLookups {
    this.#lookups ??= new PackLookups(this.#opened, { records: this.records, people: this.#people });
    return this.#lookups;
  }

  get #opened(): Pack {
    this.#pack ??= new Pack(this.#image);
    return this.#pack;
  }
}
