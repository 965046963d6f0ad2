import { wordIn } from "../texts/texts";
import { words } from "../words";

// Names of attributes and values as people read them.

/** Attributes whose names say little to a person. */
const LABELS: Record<string, string> = {
  fieldId: "Field",
  regionId: "Region",
  machineId: "Machine",
  workerId: "Person",
  userId: "Account",
  jobTitle: "Job",
  productId: "Product",
  assignedWorkerIds: "Assigned to",
  plannedStartAt: "Planned start",
  plannedEndAt: "Planned end",
  plannedAt: "Planned for",
  executedAt: "Started",
  completedAt: "Finished",
  dueAt: "Due",
  occurredAt: "Time",
  startsAt: "From",
  endsAt: "To",
  startedAt: "Started",
  endedAt: "Ended",
  typeUri: "Type",
  seasonYear: "Season",
  growthStage: "Growth stage",
  datastreamId: "Datastream",
  durationSeconds: "Duration in minutes",
  pauseSeconds: "Pause in minutes",
};

/** The name of an attribute, or of one of its values, in the person's language. */
export const labelOf = (name: string): string => wordIn(LABELS[name] ?? words(name));
