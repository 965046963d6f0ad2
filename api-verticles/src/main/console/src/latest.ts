/** A value that may come late. */
type Load<T> = (signal: AbortSignal) => Promise<T> | undefined;

export interface Latest {
  /**
   * Starts a load and aborts the one before it. Only the newest load reports its value or its error, so that a slow
   * response to an earlier choice never replaces the response to the newest one.
   */
  load: <T>(load: Load<T>, done: (value: T) => void, failed: (error: unknown) => void) => void;
  /** Aborts the load under way; it reports nothing. */
  cancel: () => void;
}

/** The one place from which the console loads data that a choice can replace. */
export function latest(): Latest {
  let current: AbortController | undefined;
  const cancel = () => {
    current?.abort();
    current = undefined;
  };
  return {
    cancel,
    load(load, done, failed) {
      cancel();
      const own = new AbortController();
      current = own;
      load(own.signal)?.then(
        (value) => own.signal.aborted || done(value),
        (error: unknown) => own.signal.aborted || failed(error),
      );
    },
  };
}
