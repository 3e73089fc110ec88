// Settings of a server that a process takes when it starts only. Measured by bench/soak.ts (memory) and bench/fairness.ts (pauses).

/**
 * A small young generation: collecting it stops the thread for as long as copying what still lives takes, and calls that wait for their
 * turn live. With 16 MiB a call copies less than with 4, and the p99 of other accounts is the same; 32 gain nothing. The old
 * generation grows by at most 150% between two collections, each of which stops the thread for 5 to 10 ms. The thread collects without
 * helpers: where processors are scarce (a container with one, or as many workers as processors) it waits for helpers that have no
 * processor, up to 20 ms. The server may ask for a collection: the memory of replaced editions is shared by threads, which V8 does not
 * count (src/ops/threads/release-memory.ts).
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
  '--single-threaded-gc',
  '--expose-gc',
];

/** Few arenas, which give freed memory back: without them resident memory follows the largest that was ever in use. */
export const SERVER_MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
