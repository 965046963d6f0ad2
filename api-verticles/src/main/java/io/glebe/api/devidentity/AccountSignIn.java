package io.glebe.api.devidentity;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.Optional;
import java.util.Set;

/** Sign-in of service accounts at the token endpoint, by name and password. */
final class AccountSignIn {
  /** An authenticated account. */
  record SignedIn(String name, Set<String> scopes, String session) {}

  private record Credentials(String name, String password) {}

  private final ServiceAccounts accounts;

  AccountSignIn(ServiceAccounts accounts) {
    this.accounts = accounts;
  }

  /** The account, if the request has a name and a password; waits for the password hash. */
  Optional<SignedIn> signIn(OAuthRequest http) {
    return credentials(http).map(credentials -> check(credentials, http.source()));
  }

  private Optional<Credentials> credentials(OAuthRequest http) {
    if (http.authorization().isPresent()) {
      return Optional.of(basic(http.authorization().get()));
    }
    Optional<String> secret = OAuthRequest.one(http.form(), "client_secret");
    return secret.map(
        password ->
            new Credentials(OAuthRequest.one(http.form(), "client_id").orElse(""), password));
  }

  private static Credentials basic(String header) {
    try {
      ClientSecretBasic basic = ClientSecretBasic.parse(header);
      return new Credentials(basic.getClientID().getValue(), basic.getClientSecret().getValue());
    } catch (ParseException e) {
      throw ProtocolError.invalidClient("the Authorization header is malformed");
    }
  }

  private SignedIn check(Credentials credentials, String source) {
    try {
      ServiceAccounts.Account account =
          accounts.check(credentials.name(), credentials.password(), source).await();
      return new SignedIn(account.name(), account.scopes(), account.session());
    } catch (Problem refused) {
      if (refused.type() != ProblemType.UNAUTHORIZED) {
        throw refused; // too many attempts, in total or at once: the password is not checked
      }
      throw ProtocolError.invalidClient("wrong name or password");
    }
  }
}
