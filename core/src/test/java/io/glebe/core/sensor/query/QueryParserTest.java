package io.glebe.core.sensor.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of the query options of SensorThings and the positions of faults. */
class QueryParserTest {
  private static QueryOptions parse(String name, String text) {
    return QueryParser.parse(Map.of(name, text), 30_000);
  }

  private static Expr filter(String text) {
    return parse("$filter", text).filter().orElseThrow();
  }

  private static Expr right(String literal) {
    return ((Expr.Binary) filter("a eq " + literal)).right();
  }

  @Test
  void aRequestWithoutOptionsHasNoOptions() {
    QueryOptions options = QueryParser.parse(Map.of(), 30_000);
    assertThat(options).isEqualTo(QueryOptions.NONE);
  }

  @Test
  void aSelectionNamesAtMostTwoHundredProperties() {
    String most = "name" + ",name".repeat(QueryOptions.MAX_SELECTED - 1);
    assertThat(parse("$select", most).select()).hasSize(QueryOptions.MAX_SELECTED);
    assertThatThrownBy(() -> parse("$select", most + ",name"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("at most 200 names");
  }

  @Test
  void theOptionsOfAPageAreParsed() {
    QueryOptions options =
        QueryParser.parse(
            Map.of(
                "$top", "5",
                "$skip", "10",
                "$count", "true",
                "$select", "name,properties/depth",
                "$skiptoken", "abc",
                "$resultFormat", "dataArray"),
            30_000);
    assertThat(options.top()).hasValue(5);
    assertThat(options.skip()).isEqualTo(10);
    assertThat(options.count()).isTrue();
    assertThat(options.select()).containsExactly("name", "properties/depth");
    assertThat(options.token()).contains("abc");
    assertThat(options.dataArray()).isTrue();
    assertThat(options.raw()).containsEntry("$top", "5").hasSize(6);
    assertThat(parse("$count", "false").count()).isFalse();
  }

  @Test
  void sortKeysAreAscendingUnlessMarkedDesc() {
    List<QueryOptions.Order> order =
        parse("$orderby", "phenomenonTime desc, result asc,id").order();
    assertThat(order)
        .extracting(QueryOptions.Order::descending)
        .containsExactly(true, false, false);
    assertThat(((Expr.Path) order.get(1).key()).names()).containsExactly("result");
  }

  @Test
  void expansionsAreNestedAndPathsThroughOneEntityAreMerged() {
    List<QueryOptions.Expand> expands =
        parse(
                "$expand",
                "Datastreams($top=2;$orderby=id desc;$expand=Sensor),Locations/HistoricalLocations,"
                    + "Locations/Things")
            .expand();
    assertThat(expands)
        .extracting(QueryOptions.Expand::name)
        .containsExactly("Datastreams", "Locations");
    QueryOptions datastreams = expands.getFirst().options();
    assertThat(datastreams.top()).hasValue(2);
    assertThat(datastreams.expand().getFirst().name()).isEqualTo("Sensor");
    assertThat(datastreams.raw()).containsEntry("$orderby", "id desc");
    assertThat(expands.get(1).options().expand())
        .extracting(QueryOptions.Expand::name)
        .containsExactly("HistoricalLocations", "Things");
  }

  @Test
  void operatorsHaveTheirPrecedenceFromOrToProducts() {
    Expr.Binary or = (Expr.Binary) filter("a eq 1 or not b eq 2 and c gt 1 add 2 mul 3");
    assertThat(or.operator()).isEqualTo("or");
    Expr.Binary and = (Expr.Binary) or.right();
    assertThat(and.operator()).isEqualTo("and");
    assertThat(((Expr.Not) and.left()).operand()).isInstanceOf(Expr.Binary.class);
    Expr.Binary sum = (Expr.Binary) ((Expr.Binary) and.right()).right();
    assertThat(sum.operator()).isEqualTo("add");
    assertThat(((Expr.Binary) sum.right()).operator()).isEqualTo("mul");
    Expr.Binary difference = (Expr.Binary) ((Expr.Binary) filter("a eq 5 sub 2 sub 1")).right();
    assertThat(difference.left())
        .as("operators of one rank bind left")
        .isInstanceOf(Expr.Binary.class);
    Expr.Binary grouped = (Expr.Binary) ((Expr.Binary) filter("a eq (1 add 2) mul 3")).right();
    assertThat(grouped.operator()).isEqualTo("mul");
  }

  @Test
  void everyKindOfLiteralIsParsed() {
    assertThat(((Expr.Text) right("'it''s'")).value()).isEqualTo("it's");
    assertThat(((Expr.Text) right("''")).value()).isEmpty();
    assertThat(((Expr.Whole) right("42")).value()).isEqualTo(42);
    assertThat(((Expr.Fraction) right("2.5e-3")).value()).isEqualTo(new BigDecimal("2.5e-3"));
    assertThat(((Expr.Fraction) right("12345678901234567890")).value())
        .as("a whole number beyond 64 bits")
        .isEqualTo(new BigDecimal("12345678901234567890"));
    assertThat(((Expr.Bool) right("true")).value()).isTrue();
    assertThat(((Expr.Bool) right("false")).value()).isFalse();
    assertThat(right("null")).isInstanceOf(Expr.Null.class);
    assertThat(((Expr.Date) right("2026-05-01")).value()).isEqualTo(LocalDate.of(2026, 5, 1));
    assertThat(((Expr.Clock) right("10:30")).value()).isEqualTo(LocalTime.of(10, 30));
    assertThat(((Expr.Negative) right("-2")).operand()).isInstanceOf(Expr.Whole.class);
    assertThat(((Expr.Shape) right("geography'POINT(14 46)'")).value().getCoordinate().x)
        .isEqualTo(14);
  }

  @Test
  void timesAreInstantsOrPeriodsAndDurationsHaveACalendarPart() {
    Instant ten = Instant.parse("2026-05-01T10:00:00Z");
    Expr.Time moment = (Expr.Time) right("2026-05-01T12:00:00+02:00");
    assertThat(moment.value().start()).isEqualTo(ten);
    assertThat(moment.value().end()).isEmpty();
    Expr.Time period = (Expr.Time) right("2026-05-01T10:00:00Z/2026-05-01T11:00:00Z");
    assertThat(period.value().end()).contains(ten.plusSeconds(3600));
    assertThat(((Expr.Time) right("datetime'2026-05-01T10:00:00Z'")).value().start())
        .isEqualTo(ten);
    Expr.Span span = (Expr.Span) right("duration'P1Y2DT3H'");
    assertThat(span.days()).isEqualTo(Period.of(1, 0, 2));
    assertThat(span.exact()).isEqualTo(Duration.ofHours(3));
    Expr.Span back = (Expr.Span) right("duration'-PT90M'");
    assertThat(back.days()).isEqualTo(Period.ZERO);
    assertThat(back.exact()).isEqualTo(Duration.ofMinutes(-90));
    assertThat(((Expr.Span) right("duration'P1D'")).exact()).isEqualTo(Duration.ZERO);
  }

  @Test
  void pathsCallsAndListsAreParsed() {
    Expr.Path path = (Expr.Path) ((Expr.Binary) filter("Datastream/Thing/name eq 'x'")).left();
    assertThat(path.names()).containsExactly("Datastream", "Thing", "name");
    Expr.Path member = (Expr.Path) ((Expr.Binary) filter("result/0/depth gt 1")).left();
    assertThat(member.names()).containsExactly("result", "0", "depth");
    Expr.Call call = (Expr.Call) filter("contains(tolower(name), 'x')");
    assertThat(call.arguments()).hasSize(2);
    assertThat(((Expr.Call) ((Expr.Binary) filter("a lt now()")).right()).arguments()).isEmpty();
    assertThat(((Expr.In) filter("name in ('a', 'b')")).choices()).hasSize(2);
    Expr.Path not = (Expr.Path) ((Expr.Binary) filter("not/name eq 'x'")).left();
    assertThat(not.names()).as("a name may read not").containsExactly("not", "name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$top     | x                | $top, position 1: ",
        "$top     | -1               | $top, position 1: ",
        "$top     | 5 5              | $top, position 3: ",
        "$skip    | 99999999999      | $skip, position 1: the number is too large",
        "$count   | yes              | $count, position 1: ",
        "$select  | name,            | $select, position 6: ",
        "$orderby | name down        | $orderby, position 6: ",
        "$expand  | Sensor($top=2    | $expand, position 14: ",
        "$expand  | Sensor($some=2)  | known are $top, $skip",
        "$colour  | red              | known are $top, $skip",
        "$filter  | a eq             | $filter, position 5: ",
        "$filter  | a eq 'x          | position 6: the quote is never closed",
        "$filter  | a eq 1 )         | $filter, position 8: ",
        "$filter  | (a eq 1          | $filter, position 8: ",
        "$filter  | a eq ,           | $filter, position 6: ",
        "$filter  | a eq 1 # 2       | the character # is not expected here",
        "$filter  | a/'b' eq 1       | $filter, position 3: ",
        "$filter  | a eq 2026-13-01  | this is not a date",
        "$filter  | a eq 25:00       | this is not a time of day",
        "$filter  | a eq 2026-13-01T00:00:00Z | this is no valid time",
        "$filter  | a eq duration'1 day'      | this is not a duration",
        "$filter  | a eq geography'POINT(1)'  | $filter, position 6: ",
        "$resultFormat | xml         | dataArray and CSV are known",
      })
  void aFaultNamesItsOptionAndItsPosition(String name, String text, String expected) {
    assertThatThrownBy(() -> parse(name, text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
        .hasMessageContaining(expected);
  }

  @Test
  void optionsThatAreTooLongTooManyOrTooDeepAreRefused() {
    assertThatThrownBy(() -> parse("$filter", "a".repeat(30_001))).hasMessageContaining("too long");
    assertThatThrownBy(() -> parse("$filter", "a eq 1 or ".repeat(600) + "a eq 1"))
        .hasMessageContaining("more than 2000 parts");
    assertThatThrownBy(() -> filter("(".repeat(61) + "a" + ")".repeat(61)))
        .hasMessageContaining("nesting is too deep");
    assertThatThrownBy(() -> filter("a eq " + "-".repeat(61) + "1"))
        .hasMessageContaining("nesting is too deep");
    assertThatThrownBy(() -> parse("$expand", "A/B/C/D/E/F/G/H/I"))
        .hasMessageContaining("nesting is too deep");
    assertThatThrownBy(() -> parse("$expand", "A($expand=".repeat(9) + "A" + ")".repeat(9)))
        .hasMessageContaining("nesting is too deep");
    assertThatThrownBy(() -> filter("a eq " + "9".repeat(70))).isInstanceOf(Problem.class);
  }

  @Test
  void aFaultNamesTheOptionAsItsParameter() {
    assertThatThrownBy(() -> filter("a eq"))
        .isInstanceOfSatisfying(
            Problem.class,
            problem ->
                assertThat(problem.violations())
                    .singleElement()
                    .satisfies(v -> assertThat(Optional.of(v.where())).contains("$filter")));
  }
}
