package io.glebe.api.devidentity;

import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.TokenTypeURI;
import com.nimbusds.oauth2.sdk.token.Tokens;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import java.util.Optional;

/** The success body of the token endpoint. */
record TokenResponse(
    String token,
    TokenIssuer.Access order,
    Optional<RefreshToken> refresh,
    Optional<JWT> id,
    boolean isExchange) {

  static TokenResponse of(String token, TokenIssuer.Access order) {
    return new TokenResponse(token, order, Optional.empty(), Optional.empty(), false);
  }

  TokenResponse with(RefreshToken next) {
    return new TokenResponse(token, order, Optional.of(next), id, isExchange);
  }

  TokenResponse withId(JWT idToken) {
    return new TokenResponse(token, order, refresh, Optional.of(idToken), isExchange);
  }

  TokenResponse exchanged() {
    return new TokenResponse(token, order, refresh, id, true);
  }

  OAuthReply reply() {
    Scope scope = new Scope(order.scopes().toArray(String[]::new));
    long lifetime = order.lifetime().toSeconds();
    BearerAccessToken access =
        isExchange
            ? new BearerAccessToken(token, lifetime, scope, TokenTypeURI.ACCESS_TOKEN)
            : new BearerAccessToken(token, lifetime, scope);
    AccessTokenResponse response =
        id.isPresent()
            ? new OIDCTokenResponse(new OIDCTokens(id.get(), access, refresh.orElse(null)))
            : new AccessTokenResponse(new Tokens(access, refresh.orElse(null)));
    return OAuthReply.json(200, response.toJSONObject().toString());
  }
}
