package io.glebe.core.vocabulary;

import io.glebe.core.progress.CountedInput;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads RDF/XML (W3C, RDF 1.1 XML Syntax) as a stream: nodes and properties alternate from element
 * to element. Collections, XML literals and reified statements are ignored. A document type is
 * refused, and therefore all entities and all external addresses.
 */
final class RdfXml {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  private static final String XML = "http://www.w3.org/XML/1998/namespace";
  private static final int MAX_DEPTH = 100;
  private static final int MAX_TEXT = 100_000;

  /** Maximum size of one item of the parser: an element with its attributes, or a comment. */
  private static final long MAX_EVENT_BYTES = 4L << 20;

  private final XMLStreamReader xml;
  private final RdfStatements.Listener listener;

  /** The open elements. */
  private final Deque<Element> open = new ArrayDeque<>();

  private int blanks;
  private long eventBytes;

  private RdfXml(InputStream in, RdfStatements.Listener listener) throws XMLStreamException {
    this.xml = factory().createXMLStreamReader(new CountedInput(in, this::count));
    this.listener = listener;
  }

  private void count(long more) throws IOException {
    eventBytes += more;
    if (eventBytes > MAX_EVENT_BYTES) {
      throw new IOException("an element or a comment has more than " + MAX_EVENT_BYTES + " bytes");
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing is read from another address");
        });
    return factory;
  }

  /**
   * Passes every statement to the listener; fails with the line number for a document of another
   * form.
   */
  static void read(InputStream in, RdfStatements.Listener listener) throws IOException {
    try {
      RdfXml reader = new RdfXml(in, listener);
      while (reader.xml.hasNext()) {
        reader.event(reader.xml.next());
        reader.eventBytes = 0;
      }
    } catch (XMLStreamException e) {
      Throwable cause = e.getNestedException() == null ? e : e.getNestedException();
      throw new IOException("no RDF/XML: " + oneLine(cause), e);
    }
  }

  private static String oneLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().collect(Collectors.joining(", "));
  }

  private enum Kind {
    /** {@code rdf:RDF}, or a property in it: it contains nodes. */
    ROOT,
    /** A resource: it contains properties. */
    NODE,
    /** A property: it contains a text or one node. */
    PROPERTY,
    /** An ignored element with all its content. */
    SKIPPED
  }

  /** An open element; the subject of a property is the node that contains it. */
  private static final class Element {
    private final Kind kind;
    private final String subject;
    private final String predicate;
    private final String base;
    private final String language;
    private final StringBuilder text = new StringBuilder();
    private boolean isAnnounced;

    private Element(Kind kind, String subject, String predicate, String base, String language) {
      this.kind = kind;
      this.subject = subject;
      this.predicate = predicate;
      this.base = base;
      this.language = language;
    }
  }

  private void event(int event) throws IOException, XMLStreamException {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> begin();
      case XMLStreamConstants.END_ELEMENT -> end(open.pop());
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text();
      case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
          throw new XMLStreamException(
              "document types and entities are not read", xml.getLocation());
      default -> {} // comments and processing instructions
    }
  }

  private void begin() throws IOException, XMLStreamException {
    if (open.size() == MAX_DEPTH) {
      throw new XMLStreamException("nested too deep", xml.getLocation());
    }
    Element parent = open.peek();
    String base = attribute(XML, "base").orElse(parent == null ? "" : parent.base);
    String language = attribute(XML, "lang").orElse(parent == null ? "" : parent.language);
    Kind kind = parent == null ? Kind.ROOT : parent.kind;
    if (parent == null && !name().equals(RDF + "RDF")) {
      throw new XMLStreamException("the root is no rdf:RDF", xml.getLocation());
    }
    open.push(
        switch (kind) {
          case ROOT -> parent == null ? root(base, language) : node(parent, base, language);
          case PROPERTY -> node(parent, base, language);
          case NODE -> property(parent, base, language);
          case SKIPPED -> new Element(Kind.SKIPPED, "", "", base, language);
        });
  }

  private static Element root(String base, String language) {
    return new Element(Kind.ROOT, "", "", base, language);
  }

  private Element node(Element parent, String base, String language) throws IOException {
    String subject = subject(base);
    if (parent.kind == Kind.PROPERTY) {
      link(parent, subject);
    }
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String namespace = xml.getAttributeNamespace(i);
      if (namespace != null && !namespace.equals(RDF) && !namespace.equals(XML)) {
        String predicate = namespace + xml.getAttributeLocalName(i);
        listener.text(subject, predicate, xml.getAttributeValue(i), language);
      }
    }
    return new Element(Kind.NODE, subject, "", base, language);
  }

  private Element property(Element node, String base, String language) throws IOException {
    Element property = new Element(Kind.PROPERTY, node.subject, name(), base, language);
    Optional<String> object =
        attribute(RDF, "resource")
            .map(reference -> resolved(base, reference))
            .or(() -> attribute(RDF, "nodeID").map(id -> "_:" + id));
    if (object.isPresent()) {
      link(property, object.get());
      return property;
    }
    return switch (attribute(RDF, "parseType").orElse("")) {
      case "" -> property;
      case "Resource" -> {
        String blank = blank();
        link(property, blank);
        yield new Element(Kind.NODE, blank, "", base, language);
      }
      default -> new Element(Kind.SKIPPED, "", "", base, language);
    };
  }

  private void link(Element property, String object) throws IOException {
    property.isAnnounced = true;
    listener.link(property.subject, property.predicate, object);
  }

  private void text() throws XMLStreamException {
    Element element = open.peek();
    if (element != null && element.kind == Kind.PROPERTY && !element.isAnnounced) {
      if (element.text.length() + xml.getTextLength() > MAX_TEXT) {
        throw new XMLStreamException("a text is too long", xml.getLocation());
      }
      element.text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
    }
  }

  private void end(Element element) throws IOException {
    if (element.kind == Kind.PROPERTY && !element.isAnnounced) {
      listener.text(element.subject, element.predicate, element.text.toString(), element.language);
    }
  }

  private String subject(String base) {
    return attribute(RDF, "about")
        .map(reference -> resolved(base, reference))
        .or(() -> attribute(RDF, "ID").map(id -> resolved(base, "#" + id)))
        .or(() -> attribute(RDF, "nodeID").map(id -> "_:" + id))
        .orElseGet(this::blank);
  }

  private String blank() {
    return "_:" + blanks++ + "-unnamed";
  }

  private static String resolved(String base, String reference) {
    if (base.isEmpty() || reference.contains(":")) {
      return reference;
    }
    if (reference.isEmpty() || reference.startsWith("#")) {
      return base.split("#", 2)[0] + reference;
    }
    try {
      return URI.create(base).resolve(reference).toString();
    } catch (IllegalArgumentException e) {
      return reference;
    }
  }

  private String name() {
    return xml.getNamespaceURI() == null
        ? xml.getLocalName()
        : xml.getNamespaceURI() + xml.getLocalName();
  }

  private Optional<String> attribute(String namespace, String name) {
    return Optional.ofNullable(xml.getAttributeValue(namespace, name));
  }
}
