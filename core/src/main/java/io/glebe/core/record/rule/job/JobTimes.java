package io.glebe.core.record.rule.job;

import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Instants;
import java.time.Instant;
import java.util.Optional;

/** V30: a job does not finish before it started. Planned times are not compared. */
public final class JobTimes implements Rule {
  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (draft.is(JobUse.ENTITY)) {
      Optional<Instant> started = draft.text("startedAt").flatMap(Instants::timestamp);
      Optional<Instant> finished = draft.text("finishedAt").flatMap(Instants::timestamp);
      if (started.isPresent() && finished.isPresent() && finished.get().isBefore(started.get())) {
        findings.invalid("V30", "/finishedAt", "the job finished before it started");
      }
    }
  }
}
