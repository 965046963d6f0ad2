package io.glebe.api.cli.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.glebe.core.trace.Span;

/** The end of a text line that belongs to a trace: its id. Named in {@code logback.xml}. */
public final class TraceOfLine extends ClassicConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return Span.current().map(span -> " trace=" + span.traceId()).orElse("");
  }
}
