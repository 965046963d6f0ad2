package io.glebe.zarr.vector;

/**
 * Loads the module {@code jdk.incubator.vector} into the running JVM. A JVM with this module on its
 * command line prints a warning at every start and cannot read its module graph from a class
 * archive. The JDK loads modules on demand for its own agents by {@code
 * jdk.internal.module.Modules.loadModule}, which jvm.options opens to this class. If that is closed
 * or the module is missing, the scalar loops are used. See docs/decisions/0053.
 */
final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";
  private static final String LOADER = "jdk.internal.module.Modules";

  private VectorModule() {}

  /** Loads the module; returns whether it can be used. */
  static boolean load() {
    if (ModuleLayer.boot().findModule(NAME).isPresent()) {
      return true;
    }
    try {
      Class.forName(LOADER).getMethod("loadModule", String.class).invoke(null, NAME);
      return true;
    } catch (ReflectiveOperationException notOpenOrMissing) {
      return false;
    }
  }
}
