package io.glebe.api.cli.doctor;

import io.glebe.api.cli.ExitCode;
import io.glebe.api.cli.SettingFlags;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code glebe doctor}: what a start with these settings would meet, all at once. */
@Command(
    name = "doctor",
    description =
        "Checks the settings against the real parts, as run would use them: addresses and ports,"
            + " certificates, database, stores, identity provider, broker. Makes the folders of a"
            + " start, and changes nothing else.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
  /** The conditions of a start: hosts, data folder, certificates, free ports. */
  public interface StartConditions {
    /** Fails with one line where a condition does not hold. */
    void check(Settings settings) throws Exception;
  }

  @Spec private CommandSpec spec;
  @Mixin private SettingFlags flags;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  private final StartConditions start;

  public DoctorCommand(StartConditions start) {
    this.start = start;
  }

  @Override
  public Integer call() {
    List<Finding> findings = findings(flags.settings());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      var list = Json.array();
      findings.forEach(
          one ->
              list.addObject()
                  .put("state", one.state().word())
                  .put("part", one.part())
                  .put("text", one.text()));
      out.println(Json.write(list));
    } else {
      findings.forEach(
          one -> out.printf("%-8s %-12s %s%n", one.state().word(), one.part(), one.text()));
    }
    out.flush();
    boolean sick = findings.stream().anyMatch(one -> one.state() == Finding.State.FAULT);
    return sick ? ExitCode.FAILED : 0;
  }

  private List<Finding> findings(Settings settings) {
    Map<String, PartCheck> checks = new LinkedHashMap<>();
    checks.put("start", this::start);
    checks.put(MachineCheck.PART, new MachineCheck());
    checks.put(CertificateCheck.PART, new CertificateCheck());
    checks.put(DatabaseCheck.PART, new DatabaseCheck());
    checks.put(ReplicaCheck.PART, new ReplicaCheck());
    checks.put("stores", new StoreCheck());
    checks.put(IdentityCheck.PART, new IdentityCheck());
    checks.put(BrokerCheck.PART, new BrokerCheck());
    List<Finding> findings = new ArrayList<>();
    checks.forEach((part, check) -> findings.addAll(of(part, check, settings)));
    return findings;
  }

  private List<Finding> start(Settings settings) throws Exception {
    start.check(settings);
    return List.of(Finding.ok("start", "the data folder can be written and the ports are free"));
  }

  /** Every failure of a check is a finding. */
  private static List<Finding> of(String part, PartCheck check, Settings settings) {
    try {
      return check.of(settings);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of(Finding.fault(part, e));
    } catch (Exception e) {
      return List.of(Finding.fault(part, e));
    }
  }
}
