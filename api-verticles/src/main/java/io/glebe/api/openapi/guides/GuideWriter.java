package io.glebe.api.openapi.guides;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Writes one page of Markdown as a guide. Headings have the anchors that code hosts give them. */
final class GuideWriter {
  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();

  private final String path;
  private final UnaryOperator<String> addresses;
  private final IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();
  private final List<Guide.Section> sections = new ArrayList<>();

  /**
   * @param addresses from a link in the page to the address in the browser; empty for a file that
   *     is not served
   */
  private GuideWriter(String path, UnaryOperator<String> addresses) {
    this.path = path;
    this.addresses = addresses;
  }

  static Guide write(String path, String markdown, UnaryOperator<String> addresses) {
    return new GuideWriter(path, addresses).write(PARSER.parse(markdown));
  }

  /** The targets of all links of a page, as they are written there. */
  static List<String> links(String markdown) {
    List<String> targets = new ArrayList<>();
    PARSER
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Link link) {
                targets.add(link.getDestination());
              }
            });
    return targets;
  }

  private Guide write(Node document) {
    collectSections(document);
    document.accept(new Addresses());
    String title = sections.isEmpty() ? path : sections.getFirst().heading();
    String html =
        HtmlRenderer.builder()
            .extensions(TABLES)
            .escapeHtml(true)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (anchors.containsKey(node)) {
                        attributes.put("id", anchors.get(node));
                      }
                    })
            .build()
            .render(document);
    return new Guide(path, title, html, List.copyOf(sections));
  }

  private void collectSections(Node document) {
    IdGenerator ids = IdGenerator.builder().build();
    Node node = document.getFirstChild();
    while (node != null) {
      StringBuilder text = new StringBuilder();
      Heading heading = node instanceof Heading first ? first : null;
      for (node = heading == null ? node : node.getNext();
          node != null && !(node instanceof Heading);
          node = node.getNext()) {
        if (!(node instanceof HtmlBlock)) {
          text.append(PlainText.of(node)).append(' ');
        }
      }
      if (heading != null) {
        String words = PlainText.of(heading);
        String anchor = ids.generateId(words);
        anchors.put(heading, anchor);
        sections.add(new Guide.Section(anchor, heading.getLevel(), words, text.toString()));
      }
    }
  }

  /** Directs links and images to the addresses of the platform, and drops comments. */
  private final class Addresses extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      visitChildren(link);
      String address = addresses.apply(link.getDestination());
      if (address.isEmpty()) {
        unwrap(link);
      } else {
        link.setDestination(address);
      }
    }

    @Override
    public void visit(Image image) {
      String address = addresses.apply(image.getDestination());
      if (address.isEmpty()) {
        unwrap(image);
      } else {
        image.setDestination(address);
      }
    }

    @Override
    public void visit(HtmlBlock block) {
      block.unlink();
    }

    private void unwrap(Node node) {
      for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
        node.insertBefore(child);
      }
      node.unlink();
    }
  }
}
