package io.glebe.api;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The Java sources of all modules, parsed by the JDK's compiler without resolving names. */
final class SourceTree {
  /**
   * A declared type.
   *
   * @param file where it is declared
   * @param nested whether it is declared inside another type
   */
  record Type(String name, Path file, boolean nested) {}

  /** A method with the number of its lines, from its modifiers to its closing brace. */
  record Method(String name, Path file, long lines) {
    /** For example {@code Platform.start}. */
    String qualified() {
      return simpleName(file) + "." + name;
    }
  }

  /**
   * A declared method or variable.
   *
   * @param local whether it is a local variable or a parameter
   */
  record Member(String name, Path file, boolean local) {}

  /**
   * Parts joined by {@code +}, the first of which is a string literal.
   *
   * @param text the value of the first part
   * @param wrapped whether the parts stand on several lines
   */
  record Concatenation(String text, Path file, long line, boolean wrapped) {}

  /** A tag of a test or of a test class. */
  record Tagged(String tag, Path file) {}

  private final List<Path> files;
  private final List<Member> members = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();
  private final List<Method> methods = new ArrayList<>();
  private final List<Concatenation> concatenations = new ArrayList<>();
  private final List<Tagged> tags = new ArrayList<>();

  private SourceTree(List<Path> files) {
    this.files = files;
  }

  /**
   * Keeps the literals of a concatenation apart, which the parser otherwise joins; see {@link
   * Concatenation}.
   */
  private static final List<String> OPTIONS = List.of("-XDallowStringFolding=false");

  /** Parses all sources below the root of the checkout. */
  static SourceTree of(Path root) throws IOException {
    SourceTree tree = new SourceTree(sources(root));
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  OPTIONS,
                  null,
                  manager.getJavaFileObjectsFromPaths(tree.files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        tree.read(unit, positions);
      }
    }
    return tree;
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        for (String part :
            List.of("src/main/java", "src/test/java", "src/fixtures/java", "src/proxies/java")) {
          if (Files.isDirectory(module.resolve(part))) {
            try (Stream<Path> all = Files.walk(module.resolve(part))) {
              all.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
            }
          }
        }
      }
    }
    return found;
  }

  private void read(CompilationUnitTree unit, SourcePositions positions) {
    Path file = Path.of(unit.getSourceFile().toUri());
    new TreePathScanner<Void, Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, Void nothing) {
        if (!tree.getSimpleName().isEmpty()) {
          TreePath parent = getCurrentPath().getParentPath();
          boolean nested = !(parent.getLeaf() instanceof CompilationUnitTree);
          types.add(new Type(tree.getSimpleName().toString(), file, nested));
        }
        return super.visitClass(tree, null);
      }

      @Override
      public @Nullable Void visitAnnotation(AnnotationTree tree, Void nothing) {
        if (tree.getAnnotationType().toString().equals("Tag")) {
          addTag(tree, file);
        }
        return super.visitAnnotation(tree, null);
      }

      @Override
      public @Nullable Void visitVariable(VariableTree tree, Void nothing) {
        boolean local = !(getCurrentPath().getParentPath().getLeaf() instanceof ClassTree);
        members.add(new Member(tree.getName().toString(), file, local));
        return super.visitVariable(tree, null);
      }

      @Override
      public @Nullable Void visitMethod(MethodTree tree, Void nothing) {
        if (!isTest(tree)) {
          members.add(new Member(tree.getName().toString(), file, false));
        }
        if (tree.getBody() != null) {
          long from = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
          long to = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
          methods.add(new Method(tree.getName().toString(), file, to - from + 1));
        }
        return super.visitMethod(tree, null);
      }

      @Override
      public @Nullable Void visitBinary(BinaryTree tree, Void nothing) {
        if (tree.getKind() == Tree.Kind.PLUS
            && getCurrentPath().getParentPath().getLeaf().getKind() != Tree.Kind.PLUS) {
          addConcatenation(unit, positions, parts(tree));
        }
        return super.visitBinary(tree, null);
      }
    }.scan(unit, null);
  }

  private void addTag(AnnotationTree annotation, Path file) {
    new TreeScanner<Void, Void>() {
      @Override
      public @Nullable Void visitLiteral(LiteralTree literal, Void nothing) {
        tags.add(new Tagged(String.valueOf(literal.getValue()), file));
        return null;
      }
    }.scan(annotation.getArguments(), null);
  }

  /** Names of tests are sentences. */
  private static boolean isTest(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().endsWith("Test"));
  }

  private void addConcatenation(
      CompilationUnitTree unit, SourcePositions positions, List<ExpressionTree> parts) {
    if (!(parts.getFirst() instanceof LiteralTree first
        && first.getValue() instanceof String text)) {
      return;
    }
    long end = positions.getEndPosition(unit, parts.getLast());
    boolean wrapped =
        unit.getLineMap().getLineNumber(end)
            > unit.getLineMap().getLineNumber(positions.getStartPosition(unit, first));
    long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, first));
    concatenations.add(
        new Concatenation(text, Path.of(unit.getSourceFile().toUri()), line, wrapped));
  }

  /** The operands of nested additions, from left to right. */
  private static List<ExpressionTree> parts(ExpressionTree tree) {
    List<ExpressionTree> parts = new ArrayList<>();
    ExpressionTree rest = tree;
    while (rest instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
      parts.addFirst(sum.getRightOperand());
      rest = sum.getLeftOperand();
    }
    parts.addFirst(rest);
    return parts;
  }

  List<Path> files() {
    return files;
  }

  List<Type> types() {
    return types;
  }

  List<Method> methods() {
    return methods;
  }

  List<Member> members() {
    return members;
  }

  List<Concatenation> concatenations() {
    return concatenations;
  }

  List<Tagged> tags() {
    return tags;
  }

  /** The name of the file's type. */
  static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** Lines of a file. */
  static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
