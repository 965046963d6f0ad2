package io.glebe.core.record.rule.declared;

import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import io.glebe.core.record.rule.value.TextForms;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * V28: a checksum names its digest, a storage address is absolute, and attributes of files that the
 * platform stores do not change.
 */
public final class Files implements Rule {
  private static final String RULE = "V28";
  private static final Map<String, Integer> HEX_DIGITS =
      Map.of("sha-256", 64, "sha-512", 128, "md5", 32);
  private static final Pattern CHECKSUM = Pattern.compile("([a-z0-9-]{2,20}):([0-9a-f]{8,160})");
  private static final Set<String> SCHEMES = Set.of("https", "http", "s3", "gs", "az");
  private static final List<String> OF_THE_UPLOAD =
      List.of("name", "type", "size", "checksum", "storageUrl");

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (!draft.is("File")) {
      return;
    }
    draft
        .text("checksum")
        .filter(_ -> draft.changed("checksum"))
        .ifPresent(c -> checksum(c, findings));
    draft
        .text("storageUrl")
        .filter(_ -> draft.changed("storageUrl") && !findings.faulty("/storageUrl"))
        .filter(u -> !SCHEMES.contains(TextForms.scheme(u)))
        .ifPresent(
            _ ->
                findings.invalid(
                    RULE, "/storageUrl", "the address begins with https, http, s3, gs or az"));
    if (kept(draft)) {
      OF_THE_UPLOAD.stream()
          .filter(draft::changed)
          .forEach(
              a ->
                  findings.invalid(
                      RULE, Pointers.to(a), a + " was set by the upload and is fixed"));
    }
  }

  private static void checksum(String checksum, Findings findings) {
    var form = CHECKSUM.matcher(checksum);
    boolean sound =
        form.matches()
            && HEX_DIGITS.getOrDefault(form.group(1), form.group(2).length())
                == form.group(2).length();
    if (!sound) {
      findings.invalid(
          RULE, "/checksum", "a checksum reads sha-256:<64 hexadecimal digits> or alike");
    }
  }

  /** Whether the platform stores the bytes: an attachment with an address of the platform. */
  private static boolean kept(Draft draft) {
    boolean system = draft.input().caller().kind() == RuleCaller.Kind.SYSTEM;
    String own = "/v1/attachments/download/" + draft.input().id();
    return !system
        && draft.storedText("dataId").isPresent()
        && draft.storedText("storageUrl").filter(u -> u.endsWith(own)).isPresent();
  }
}
