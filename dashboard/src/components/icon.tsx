// The icons of buttons and navigation: strokes in the colour of the text, hidden from screen readers.

const PATHS = {
  overview: 'M3 3h7v9H3zM14 3h7v5h-7zM14 12h7v9h-7zM3 16h7v5H3z',
  key: 'M15.500 3a5.500 5.500 0 1 1-4.300 8.900L4 19v2h3v-2h2v-2h2l1.500-1.500M16.500 7.500v.01',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5',
  steps: 'M4 5h16M7 12h13M10 19h10',
  play: 'M7 4.500v15l12-7.500z',
  pause: 'M8 5v14M16 5v14',
  stack:
    'M4 6.500C4 5 7.600 4 12 4s8 1 8 2.500S16.400 9 12 9 4 8 4 6.500zM4 6.500v11C4 19 7.600 20 12 20s8-1 8-2.500v-11M4 12c0 1.500 3.600 2.500 8 2.500s8-1 8-2.500',
  people:
    'M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM2 20c0-3.500 3-5.500 7-5.500s7 2 7 5.500M16 4.500a4 4 0 0 1 0 7M18 15c2.500.6 4 2.300 4 5',
  book: 'M12 6c-2-1.500-5-2-9-2v14c4 0 7 .5 9 2 2-1.500 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14',
  list: 'M4 6h9M4 12h9M4 18h5M18 9v9M13.500 13.500h9',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M5 5l14 14M19 5 5 19',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M4 12.500l5 5L20 6.500',
  plus: 'M12 4v16M4 12h16',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  right: 'M9 5l7 7-7 7',
  left: 'M15 5l-7 7 7 7',
  download: 'M12 3v12M6 10l6 6 6-6M4 21h16',
  upload: 'M12 16V4M6 9l6-6 6 6M4 21h16',
  refresh: 'M20 11a8 8 0 1 0-1 5M20 4v7h-7',
  trash: 'M4 6h16M9 6V3.500h6V6M6 6l1 15h10l1-15',
  warning: 'M12 3.500 22 20H2zM12 10v4.500M12 17.200v.3',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  system: 'M3 4h18v13H3zM8 21h8M12 17v4',
  out: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  keyboard: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M7 14h10M18 10v.01',
  more: 'M5 11v2M12 11v2M19 11v2',
  merge: 'M6 3v6c0 4 3 6 6 6h8M16 11l4 4-4 4M6 21v-6',
  log: 'M4 5h3M4 12h3M4 19h3M10 5h10M10 12h10M10 19h10',
  mail: 'M3 5h18v14H3zM3 6l9 7 9-7',
  phone: 'M6 3h3l2 5-2.500 1.500a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  hide: 'M4 4l16 16M9.500 5.300A10 10 0 0 1 12 5c4 0 7 2 10 7a20 20 0 0 1-3 4M6 7.500C4.600 8.700 3.300 10.200 2 12c3 5 6 7 10 7a10 10 0 0 0 4-.8',
  columns: 'M3 4h18v16H3zM9 4v16M15 4v16',
  building: 'M5 21V3h9v18M14 9h5v12M3 21h18M8.500 7v.01M8.500 11v.01M8.500 15v.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  bookmark: 'M6 3h12v18l-6-4.500L6 21z',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
  edit: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.500 7l3.500 3.500',
  grip: 'M9 5v.01M15 5v.01M9 12v.01M15 12v.01M9 19v.01M15 19v.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
