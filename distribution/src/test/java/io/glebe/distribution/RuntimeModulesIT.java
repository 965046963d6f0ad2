package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * The reduced runtime has every module of the JDK to which a shipped class refers. Without this
 * test, a missing class would fail only when a request first reaches the code that needs it.
 */
class RuntimeModulesIT {
  @Test
  void theRuntimeHasEveryModuleThatTheLibrariesReferTo() throws Exception {
    Set<String> present = modulesOf(Release.folder().resolve("runtime"));
    Map<String, Set<String>> missing = new TreeMap<>(modulesReferredTo());
    missing.keySet().removeAll(present);
    assertThat(missing).as("modules that are missing, with the jars that refer to them").isEmpty();
  }

  @Test
  void theRuntimeHasTheModulesThatAreFoundOnlyAtRunTime() throws Exception {
    assertThat(modulesOf(Release.folder().resolve("runtime")))
        .contains("jdk.charsets", "jdk.crypto.ec", "jdk.jcmd", "jdk.naming.dns")
        .doesNotContain("jdk.compiler", "jdk.jlink");
  }

  private static Set<String> modulesOf(Path runtime) throws IOException {
    Properties release = new Properties();
    try (var reader = Files.newBufferedReader(runtime.resolve("release"))) {
      release.load(reader);
    }
    return new HashSet<>(
        Arrays.asList(release.getProperty("MODULES").replace("\"", "").split(" ")));
  }

  /** Names of modules of the JDK, each with the jars that need it. */
  private static Map<String, Set<String>> modulesReferredTo() throws IOException {
    Map<String, String> modules = modulesByPackage();
    Map<String, Set<String>> needed = new HashMap<>();
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Release.folder().resolve("lib"), "*.jar")) {
      for (Path jar : jars) {
        for (String name : packagesReferredTo(jar)) {
          String module = modules.get(name);
          if (module != null) {
            needed
                .computeIfAbsent(module, any -> new TreeSet<>())
                .add(jar.getFileName().toString());
          }
        }
      }
    }
    assertThat(needed).as("modules that are surely used").containsKeys("java.base", "java.sql");
    return needed;
  }

  private static Map<String, String> modulesByPackage() {
    Map<String, String> modules = new HashMap<>();
    for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
      ModuleDescriptor descriptor = module.descriptor();
      for (ModuleDescriptor.Exports exported : descriptor.exports()) {
        if (!exported.isQualified()) {
          modules.put(exported.source(), descriptor.name());
        }
      }
    }
    return modules;
  }

  private static Set<String> packagesReferredTo(Path jar) throws IOException {
    Set<String> packages = new HashSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      List<JarEntry> classes =
          file.stream()
              .filter(entry -> entry.getName().endsWith(".class"))
              .filter(entry -> !entry.getName().endsWith("module-info.class"))
              .toList();
      for (JarEntry entry : classes) {
        try (var stream = file.getInputStream(entry)) {
          addPackages(stream.readAllBytes(), packages);
        }
      }
    }
    return packages;
  }

  private static void addPackages(byte[] bytes, Set<String> packages) {
    for (var constant : ClassFile.of().parse(bytes).constantPool()) {
      if (constant instanceof ClassEntry type) {
        String name = type.asInternalName();
        int from = name.lastIndexOf('[') + 1;
        from += from > 0 && name.charAt(from) == 'L' ? 1 : 0;
        int to = name.lastIndexOf('/');
        if (to > from) {
          packages.add(name.substring(from, to).replace('/', '.'));
        }
      }
    }
  }
}
