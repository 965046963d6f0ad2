package io.glebe.api.boot;

import static org.awaitility.Awaitility.await;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Suspends one thread of another process through the debugger interface of the JVM. */
final class SuspendedThread {
  /** The flag with which that process must be started. */
  static final String FLAG =
      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

  private static final Pattern PORT = Pattern.compile("at address: (?:[\\d.]+:)?(\\d+)");

  private SuspendedThread() {}

  /** Suspends the thread with that name; the debugger stays attached until the process ends. */
  static void of(PlatformProcess process, String name) throws Exception {
    await().until(() -> PORT.matcher(process.output()).find());
    Matcher port = PORT.matcher(process.output());
    if (!port.find()) {
      throw new IllegalStateException(process.output());
    }
    VirtualMachine machine = attach(port.group(1));
    await().until(() -> thread(machine, name).isPresent());
    thread(machine, name).orElseThrow().suspend();
  }

  private static Optional<ThreadReference> thread(VirtualMachine machine, String name) {
    return machine.allThreads().stream().filter(thread -> thread.name().equals(name)).findFirst();
  }

  private static VirtualMachine attach(String port) throws Exception {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(port);
    return connector.attach(arguments);
  }
}
