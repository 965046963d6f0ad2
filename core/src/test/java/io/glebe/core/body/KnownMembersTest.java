package io.glebe.core.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import org.junit.jupiter.api.Test;

class KnownMembersTest {
  private static final KnownMembers TOKEN = KnownMembers.of("a token", "name", "expiresAt");

  private static Problem refusal(String body) {
    return catchThrowableOfType(
        Problem.class, () -> TOKEN.require(Json.parseObject(body.replace('\'', '"'))));
  }

  @Test
  void eachOtherMemberIsRefusedWithTheNearestName() {
    Problem refused = refusal("{'name': 'a', 'expiresAT': 1, 'nmae': 2}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.violations())
        .containsExactly(
            Violation.at(
                "unknown-member",
                "/expiresAT",
                "expiresAT is no member of a token; did you mean expiresAt?"),
            Violation.at(
                "unknown-member", "/nmae", "nmae is no member of a token; did you mean name?"));
  }

  @Test
  void aNameThatIsNearToNoneIsRefusedWithAllNames() {
    assertThat(refusal("{'a/b~c': 1}").violations())
        .containsExactly(
            Violation.at(
                "unknown-member",
                "/a~1b~0c",
                "a/b~c is no member of a token; members are expiresAt, name"));
  }

  @Test
  void ofOpenObjectsOnlyMisspeltNamesAreRefusedAndNotWhatNullRemoves() {
    ObjectNode body =
        Json.parseObject(
            "{'expiresat': 1, 'nam': 2, 'expires': 3, 'expireAt': null, 'farmer': 4, 'x:y': 5}"
                .replace('\'', '"'));

    assertThat(TOKEN.misspelt(body, "/tokens/0"))
        .extracting(Violation::where, Violation::detail)
        .containsExactly(
            tuple(
                "/tokens/0/expiresat",
                "expiresat is no member of a token; did you mean expiresAt?"),
            tuple("/tokens/0/nam", "nam is no member of a token; did you mean name?"),
            tuple("/tokens/0/expires", "expires is no member of a token; did you mean expiresAt?"));
  }

  @Test
  void longNamesAndManyMembersDoNotMakeALongAnswer() {
    ObjectNode body = Json.object().put("x".repeat(100_000), 1);
    for (int i = 0; i < 1_000; i++) {
      body.put("member" + i, i);
    }

    assertThat(TOKEN.faults(body, "/tokens/0"))
        .hasSize(100)
        .allSatisfy(
            fault -> assertThat(fault.where()).hasSizeLessThan(80).startsWith("/tokens/0/"));
  }

  @Test
  void knownMembersAndOtherValuesAreNoFault() {
    assertThatCode(() -> TOKEN.require(Json.object().put("name", "a"))).doesNotThrowAnyException();
    assertThat(TOKEN.faults(Json.parse("[1]"), "")).isEmpty();
  }
}
