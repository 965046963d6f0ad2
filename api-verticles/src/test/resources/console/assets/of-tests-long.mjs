// long enough to become shorter with gzip
export const kinds = [
  "module of tests",
  "module of tests",
  "module of tests",
  "module of tests",
  "module of tests",
  "module of tests",
  "module of tests",
  "module of tests",
];
