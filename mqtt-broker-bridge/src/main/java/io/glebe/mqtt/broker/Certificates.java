package io.glebe.mqtt.broker;

import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Creates the certificates of the built-in MQTT server: an authority on the first start, whose
 * certificate clients trust ({@code mqtt-ca.pem} in the data folder), and a server certificate for
 * {@code localhost} and this host, renewed before it expires. Private keys are readable only by
 * their owner.
 */
public final class Certificates {
  private static final String AUTHORITY = "mqtt-ca.pem";
  private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
  private static final Duration SERVER_LIFE = Duration.ofDays(397);
  private static final Duration RENEWAL = Duration.ofDays(30);
  private static final Duration SKEW = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;
  private static final String SIGNATURE = "SHA256withECDSA";

  private final Path data;
  private final Path folder;

  private Certificates(Path data) {
    this.data = data;
    this.folder = data.resolve("mqtt");
  }

  private record Identity(X509Certificate certificate, PrivateKey key) {}

  /** Returns certificate and key of the server, and creates missing ones. Blocks. */
  public static PemKeyCertOptions ofFolder(Path data) throws IOException {
    try {
      return new Certificates(data).open();
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IOException("the certificates of the MQTT endpoint cannot be created", e);
    }
  }

  private PemKeyCertOptions open()
      throws IOException, GeneralSecurityException, OperatorCreationException {
    Files.createDirectories(folder);
    Path authorityKey = folder.resolve("ca-key.pem");
    Path serverCertificate = folder.resolve("server.pem");
    Path serverKey = folder.resolve("server-key.pem");
    Optional<Identity> known = read(data.resolve(AUTHORITY), authorityKey);
    Identity authority = known.isPresent() ? known.get() : newAuthority(authorityKey);
    Optional<Identity> server = known.isPresent() ? read(serverCertificate, serverKey) : known;
    boolean fresh =
        server.isPresent()
            && server
                .get()
                .certificate()
                .getNotAfter()
                .toInstant()
                .isAfter(Instant.now().plus(RENEWAL));
    if (!fresh) {
      Identity created = newServer(authority);
      write(serverKey, key(created.key()));
      write(serverCertificate, pem(created.certificate()));
    }
    return new PemKeyCertOptions()
        .addCertPath(serverCertificate.toString())
        .addKeyPath(serverKey.toString());
  }

  private Identity newAuthority(Path keyFile)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair pair = keys();
    X500Name name = new X500Name("CN=Glebe MQTT authority");
    X509v3CertificateBuilder builder = builder(name, name, pair, AUTHORITY_LIFE);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    X509Certificate certificate = signed(builder, pair.getPrivate());
    write(keyFile, key(pair.getPrivate()));
    write(data.resolve(AUTHORITY), pem(certificate));
    return new Identity(certificate, pair.getPrivate());
  }

  private static Identity newServer(Identity authority)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair pair = keys();
    X500Name issuer = new X509CertificateHolder(authority.certificate().getEncoded()).getSubject();
    X509v3CertificateBuilder builder =
        builder(issuer, new X500Name("CN=localhost"), pair, SERVER_LIFE);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(Extension.subjectAlternativeName, false, names());
    builder.addExtension(
        Extension.authorityKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(authority.certificate()));
    return new Identity(signed(builder, authority.key()), pair.getPrivate());
  }

  private static GeneralNames names() {
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.dNSName, "localhost"));
    names.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    names.add(new GeneralName(GeneralName.iPAddress, "::1"));
    try {
      String host = InetAddress.getLocalHost().getHostName();
      if (host.matches("[A-Za-z0-9.-]{1,253}")) {
        names.add(new GeneralName(GeneralName.dNSName, host));
      }
    } catch (UnknownHostException e) {
      return new GeneralNames(names.toArray(GeneralName[]::new)); // a host without a name
    }
    return new GeneralNames(names.toArray(GeneralName[]::new));
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair pair, Duration validity)
      throws CertIOException, GeneralSecurityException {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS),
            Date.from(now.minus(SKEW)),
            Date.from(now.plus(validity)),
            subject,
            pair.getPublic());
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
    return builder;
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws OperatorCreationException, GeneralSecurityException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static Optional<Identity> read(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    if (!Files.exists(certificate) || !Files.exists(key)) {
      return Optional.empty();
    }
    try (PEMParser first = new PEMParser(new StringReader(Files.readString(certificate)));
        PEMParser second = new PEMParser(new StringReader(Files.readString(key)))) {
      X509Certificate read =
          new JcaX509CertificateConverter()
              .getCertificate((X509CertificateHolder) first.readObject());
      PrivateKey secret =
          new JcaPEMKeyConverter().getPrivateKey((PrivateKeyInfo) second.readObject());
      return Optional.of(new Identity(read, secret));
    }
  }

  private static String key(PrivateKey key) throws IOException {
    return pem(new JcaPKCS8Generator(key, null));
  }

  private static String pem(Object what) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(what);
    }
    return text.toString();
  }

  /**
   * Writes a temporary file and renames it, so that an interrupted start leaves no partial file.
   */
  private void write(Path file, String text) throws IOException {
    Path temporary =
        Files.createTempFile(
            folder,
            "new-",
            ".pem",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(temporary, text);
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
