package io.glebe.core.record.rule.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Deletion;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import io.glebe.core.record.rule.reference.OwnerScopeResolver;
import io.glebe.core.record.rule.value.Findings;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * V03 and V30: automatic writes name a usable job: it exists, the caller has access, it has not
 * ended, it has the same client and person or is a commission of the calling service, and it has
 * the farm or organization of the record. A job itself needs none.
 */
public final class JobUse implements Rule {
  static final String HEADER = "Processing-Job-Id";
  public static final String ENTITY = "ProcessingJob";

  private static final Set<String> NEEDS_JOB = Set.of("SERVICE", "DEVICE", "IMPORT");
  private static final Set<String> OPEN = Set.of("CREATED", "QUEUED", "RUNNING");

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    foreign(draft.input()).ifPresent(j -> lookups.accept(new Lookup.Fetch(ENTITY, j)));
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    RuleInput input = draft.input();
    if (input.job().isEmpty() && needed(draft)) {
      header(findings, "V03", "this write needs the header " + HEADER);
    }
    foreign(input)
        .ifPresent(
            j ->
                usable(
                    results.answer(new Lookup.Fetch(ENTITY, j)),
                    input.caller(),
                    Optional.of(new JobOwner(draft, results)),
                    findings));
  }

  /** The same for a deletion, where only the caller decides whether a job is needed. */
  public static void check(Deletion deletion, LookupResults results, Findings findings) {
    boolean isJob = deletion.type().name().equals(ENTITY);
    if (deletion.job().isEmpty() && impersonal(deletion.caller()) && !isJob) {
      header(findings, "V03", "a deletion without a person needs the header " + HEADER);
    }
    deletion
        .job()
        .filter(j -> !(isJob && j.equals(deletion.id())))
        .ifPresent(
            j ->
                usable(
                    results.answer(new Lookup.Fetch(ENTITY, j)),
                    deletion.caller(),
                    Optional.empty(),
                    findings));
  }

  /** The owner of the record that a job writes, to compare farm and organization. */
  private record JobOwner(Draft draft, LookupResults results) {
    Optional<UUID> farm() {
      return OwnerScopeResolver.farm(draft, results);
    }

    Optional<UUID> organization() {
      return OwnerScopeResolver.organization(draft, results);
    }
  }

  /** The named job, unless a job names itself. */
  private static Optional<UUID> foreign(RuleInput input) {
    boolean isJob = input.type().name().equals(ENTITY);
    return input.job().filter(j -> !(isJob && j.equals(input.id())));
  }

  private static boolean needed(Draft draft) {
    if (draft.is(ENTITY)) {
      return false;
    }
    boolean automatic =
        draft.creation()
            && draft.text(CommonAttributes.ORIGIN_TYPE).filter(NEEDS_JOB::contains).isPresent();
    return automatic || impersonal(draft.input().caller());
  }

  private static boolean impersonal(RuleCaller caller) {
    return caller.kind() == RuleCaller.Kind.CLIENT || caller.kind() == RuleCaller.Kind.DEVICE;
  }

  private static void usable(
      Optional<ReferencedRecord> referenced,
      RuleCaller caller,
      Optional<JobOwner> owner,
      Findings findings) {
    if (referenced.isEmpty()) {
      header(findings, "V03", "there is no such processing job");
      return;
    }
    ReferencedRecord job = referenced.get();
    ObjectNode document = job.document();
    if (!job.reachable() || !sameMaker(document, caller)) {
      header(
          findings, "V03", "the processing job was not created by this caller or is out of reach");
    }
    if (!OPEN.contains(document.path("status").asText())) {
      header(findings, "V30", "the processing job has ended: " + document.path("status").asText());
    }
    owner.ifPresent(o -> belongs(document, o, findings));
  }

  private static boolean sameMaker(ObjectNode job, RuleCaller caller) {
    if (caller.kind() == RuleCaller.Kind.SYSTEM) {
      return true;
    }
    String service = job.path("serviceId").asText("");
    if (ServiceIdentity.is(caller.clientId().orElse(""), service)) {
      return true; // the job of a commission
    }
    String client = job.path(CommonAttributes.CLIENT_ID).asText("");
    boolean sameClient = caller.clientId().orElse("").equals(client);
    boolean person = caller.kind() == RuleCaller.Kind.PERSON;
    String user = job.path(CommonAttributes.CREATED_BY_USER_ID).asText("");
    return sameClient && (!person || caller.userId().map(UUID::toString).orElse("").equals(user));
  }

  private static void belongs(ObjectNode job, JobOwner owner, Findings findings) {
    boolean farm = agrees(job, "farmId", owner.farm());
    boolean organization = agrees(job, "organizationId", owner.organization());
    if (!farm || !organization) {
      header(findings, "V03", "the processing job is one of another farm or organization");
    }
  }

  private static boolean agrees(ObjectNode job, String attribute, Optional<UUID> own) {
    String named = job.path(attribute).asText("");
    return named.isEmpty() || own.isEmpty() || own.get().toString().equals(named);
  }

  private static void header(Findings findings, String rule, String detail) {
    findings.add(ProblemType.INVALID_RECORD, Violation.header(rule, HEADER, detail));
  }
}
