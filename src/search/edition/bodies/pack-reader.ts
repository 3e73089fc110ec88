// Reads the sections of a pack. Each read from the file is verified by CRC-32; if the checksum is wrong it is read once
// more.
import { assert } from '../../../ops/assert.ts';
import { ByteSection } from './byte-section.ts';
import { type ByteSource, FileSource, MemorySource } from './byte-source.ts';
import { PackFile } from './pack-file.ts';
import { PackError, type PackSection } from './pack-format.ts';
import type { PackImage } from './pack-image.ts';
import { UnitSection } from './unit-section.ts';

/**
 * An open pack of one thread. The file is closed by `close`, or when neither the pack nor a section of it is reachable.
 */
export class Pack {
  readonly #image: PackImage;
  readonly #file: PackFile | null;
  readonly #units = new Map<string, UnitSection>();
  readonly #bytes = new Map<string, ByteSection>();

  /** Throws if the file cannot be opened. */
  constructor(image: PackImage) {
    const { path, sections, directory } = image;
    this.#image = image;
    const isFileNeeded = path !== null && sections.size < directory.sections.length;
    this.#file = isFileNeeded ? new PackFile(path) : null;
  }

  /** A section of units. */
  units(name: string): UnitSection {
    const known = this.#units.get(name);
    if (known) return known;
    const section = this.#section(name, 'units');
    const starts = this.resident(`${name}.starts`);
    const units = new UnitSection({ nameOf: this.#nameIn(name), source: this.#source(section) }, section.count, starts);
    this.#units.set(name, units);
    return units;
  }

  /** A section of bytes. */
  bytes(name: string): ByteSection {
    const known = this.#bytes.get(name);
    if (known) return known;
    const section = this.#section(name, 'bytes');
    const bytes = new ByteSection({ nameOf: this.#nameIn(name), source: this.#source(section) }, section.count);
    this.#bytes.set(name, bytes);
    return bytes;
  }

  /** A column in memory; it begins at a multiple of 8 bytes. */
  resident(name: string): Buffer {
    const row = this.#image.directory.resident.find(([each]) => each === name);
    if (!row) throw new PackError(`${this.#image.path ?? 'the pack'} has no column ${name}`);
    return Buffer.from(this.#image.resident, row[1], row[2]);
  }

  /** Whether the pack has a section of this name. */
  has(name: string): boolean {
    return this.#image.directory.sections.some((section) => section.name === name);
  }

  /** Closes the pack; later reads of its sections are invalid. */
  close(): void {
    this.#file?.close();
  }

  #section(name: string, kind: PackSection['kind']): PackSection {
    const section = this.#image.directory.sections.find((each) => each.name === name && each.kind === kind);
    if (!section) throw new PackError(`${this.#image.path ?? 'the pack'} has no section ${name} of ${kind}`);
    return section;
  }

  #source({ name, offset }: PackSection): ByteSource {
    const content = this.#image.sections.get(name);
    if (content) return new MemorySource(content);
    assert(this.#file !== null, 'a section that is not in memory is in the file');
    return new FileSource(this.#file, offset);
  }

  #nameIn(section: string): (part: string) => string {
    return (part) => `${this.#image.path ?? 'the pack'}: ${part} of ${section}`;
  }
}
