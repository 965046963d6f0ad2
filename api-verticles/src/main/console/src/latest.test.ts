import { expect, test } from "vitest";
import { latest } from "./latest";

/** A load that ends when the test says so. */
function controlled<T>() {
  let signal: AbortSignal | undefined;
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  const load = (own: AbortSignal) => {
    signal = own;
    return promise;
  };
  return { load, resolve, reject, aborted: () => signal?.aborted };
}

const pendingTasks = () => new Promise((resolve) => setTimeout(resolve));
const unexpected = (error: unknown) => {
  throw error;
};

test("the slower response to an earlier choice is dropped", async () => {
  const shown: string[] = [];
  const loads = latest();
  const [slow, fast] = [controlled<string>(), controlled<string>()];
  loads.load(slow.load, (value) => shown.push(value), unexpected);
  loads.load(fast.load, (value) => shown.push(value), unexpected);
  fast.resolve("newest");
  slow.resolve("earlier");
  await pendingTasks();
  expect(shown).toEqual(["newest"]);
  expect(slow.aborted()).toBe(true);
  expect(fast.aborted()).toBe(false);
});

test("an error of an earlier load is not shown", async () => {
  const errors: unknown[] = [];
  const loads = latest();
  const [slow, fast] = [controlled<string>(), controlled<string>()];
  loads.load(
    slow.load,
    () => {},
    (error) => errors.push(error),
  );
  loads.load(
    fast.load,
    () => {},
    (error) => errors.push(error),
  );
  slow.reject(new Error("earlier"));
  fast.resolve("newest");
  await pendingTasks();
  expect(errors).toEqual([]);
});

test("a cancelled load reports nothing", async () => {
  const shown: string[] = [];
  const loads = latest();
  const one = controlled<string>();
  loads.load(one.load, (value) => shown.push(value), unexpected);
  loads.cancel();
  one.resolve("late");
  await pendingTasks();
  expect(shown).toEqual([]);
  expect(one.aborted()).toBe(true);
});

test("a choice without anything to load drops the load before it", async () => {
  const shown: string[] = [];
  const loads = latest();
  const one = controlled<string>();
  loads.load(one.load, (value) => shown.push(value), unexpected);
  loads.load<string>(
    () => undefined,
    (value) => shown.push(value),
    unexpected,
  );
  one.resolve("late");
  await pendingTasks();
  expect(shown).toEqual([]);
});

test("a single load reports its value or its error", async () => {
  const reported: unknown[] = [];
  const loads = latest();
  const good = controlled<string>();
  loads.load(good.load, (value) => reported.push(value), unexpected);
  good.resolve("value");
  await pendingTasks();
  const bad = controlled<string>();
  loads.load(
    bad.load,
    () => {},
    (error) => reported.push(error),
  );
  bad.reject("refused");
  await pendingTasks();
  expect(reported).toEqual(["value", "refused"]);
});
