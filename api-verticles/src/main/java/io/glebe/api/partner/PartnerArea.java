package io.glebe.api.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.header.HeaderText;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.partner.PartnerService;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.rule.farm.ReasonForChange;
import io.glebe.core.thread.OffLoop;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /vendors/{partner}}: connects an account at one of the partners, lists its farms and
 * imports fields.
 */
public final class PartnerArea implements ApiArea {
  private static final String PATH = "/vendors/{partner}";
  private static final String TAG = "Partner connector";
  private static final int MAX_BODY_BYTES = 1024 * 1024;

  private final Map<String, PartnerService> partners;
  private final Optional<SandboxPartner> sandbox;

  /**
   * @param partners by name; empty if the settings name no partner
   * @param sandbox the stand-in, if it runs
   */
  PartnerArea(Map<String, PartnerService> partners, Optional<SandboxPartner> sandbox) {
    this.partners = partners;
    this.sandbox = sandbox;
  }

  @Override
  public String name() {
    return "partner";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        PATH + "/access-token",
        operation(
                "connectPartner",
                "Exchanges a grant of the partner for a connection that the platform stores",
                this::connect)
            .requires(Permission.create("organization"))
            .body(Body.JSON.upTo(MAX_BODY_BYTES), PartnerSchemas.grant())
            .answers(
                DocumentedResponse.json(200, "connected anew", PartnerSchemas.connection()),
                DocumentedResponse.json(201, "connected", PartnerSchemas.connection())));
    routes.get(
        Surface.FARM,
        PATH + "/organizations",
        list(
            "listPartnerOrganizations",
            "Lists the partner's organizations that the connected person may read",
            Permission.read("organization"),
            r -> partner(r).organizations(r.caller(), cursor(r))));
    routes.get(
        Surface.FARM,
        PATH + "/organizations/{organizationId}/farms",
        list(
            "listPartnerFarms",
            "Lists the farms of an organization of the partner",
            Permission.read("farm"),
            r -> partner(r).farms(r.caller(), r.path("organizationId"), cursor(r))));
    routes.get(
        Surface.FARM,
        PATH + "/organizations/{organizationId}/farms/{farmId}/fields",
        list(
            "listPartnerFields",
            "Lists the fields of a farm of the partner with their boundaries",
            Permission.read("field"),
            r ->
                partner(r)
                    .fields(r.caller(), r.path("organizationId"), r.path("farmId"), cursor(r))));
    routes.post(
        Surface.FARM,
        PATH + "/import",
        operation(
                "importFromPartner",
                "Imports organizations, farms and fields of the partner, all or none",
                this::run)
            .requires(Permission.create("organization"))
            .body(Body.JSON.upTo(MAX_BODY_BYTES), PartnerSchemas.selection())
            .takes(
                Parameter.query("dryRun", "true only reports the changes", Schemas.flag(false)),
                Parameter.changeReason(ReasonForChange.MAX_LENGTH))
            .answers(
                DocumentedResponse.json(
                    200, "the result for each record", PartnerSchemas.report())));
    sandbox.map(SandboxRoutes::new).ifPresent(sandboxRoutes -> sandboxRoutes.contribute(routes));
  }

  /** A list of the partner. */
  private interface Listing {
    ObjectNode page(ApiRequest request);
  }

  private Operation list(String id, String summary, Permission permission, Listing listing) {
    return operation(id, summary, request -> page(request, listing))
        .requires(permission)
        .takes(Parameter.query("cursor", "nextCursor of the page before", QuerySchemas.cursor()))
        .answers(DocumentedResponse.json(200, "a page", PartnerSchemas.page()));
  }

  private static Reply page(ApiRequest request, Listing listing) {
    return Reply.json(listing.page(request)).cache("no-store");
  }

  /** A handler that may block. */
  private interface Waiting {
    Reply answer(ApiRequest request);
  }

  private static Operation operation(String id, String summary, Waiting handler) {
    Endpoint endpoint =
        request -> OffLoop.run(() -> WorkOwner.run(request.owner(), () -> handler.answer(request)));
    return Operation.of(id, summary, Guard.FARM, endpoint)
        .tag(TAG)
        .refuses(ProblemType.CONFLICT, ProblemType.BAD_GATEWAY);
  }

  private PartnerService partner(ApiRequest request) {
    if (partners.isEmpty()) {
      throw Problem.notFound("this deployment is connected to no partner's platform");
    }
    PartnerService named = partners.get(request.path("partner"));
    if (named == null) {
      throw Problem.notFound(
          "there is no partner with this name; there is " + String.join(", ", partners.keySet()));
    }
    return named;
  }

  private static Optional<String> cursor(ApiRequest request) {
    return request.params().text("cursor");
  }

  private Reply connect(ApiRequest request) {
    PartnerService.Connected connected = partner(request).connect(request.caller(), request.json());
    return Reply.json(connected.isNew() ? 201 : 200, connected.document()).cache("no-store");
  }

  private Reply run(ApiRequest request) {
    boolean dryRun = request.params().flag("dryRun", false);
    Optional<String> reason =
        request.header("Change-Reason").map(text -> HeaderText.decode("Change-Reason", text));
    return Reply.json(partner(request).run(request.caller(), request.json(), dryRun, reason))
        .cache("no-store");
  }
}
