import { choice } from "../address";

// The choices on the page of work.

/** tasks, activities or calendar */
export const part = choice("work", "part");
export const farm = choice("work", "farm");
/** id of the open task */
export const openTask = choice("work", "task");
/** id of the open activity */
export const openActivity = choice("work", "activity");
/** "mine" shows only the person's own tasks */
export const whose = choice("work", "whose");
/** id of the field in the calendar */
export const field = choice("work", "field");
/** year and month of the calendar: 2026-11 */
export const month = choice("work", "month");
