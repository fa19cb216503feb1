package dev.azulejo.serve.web;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Set;

/** Who comes in. */
final class Gate {
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final ServeOptions options;
    private final byte[] token;

    Gate(ServeOptions options) {
        this.options = options;
        token = options.token() == null ? null : options.token().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Whether a request names this server. A page of a stranger whose name was made to lead here
     * names the stranger's.
     */
    boolean isOurs(Request request) {
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (host == null) {
            return false;
        }
        if (!options.isLoopback()) {
            // Whoever comes has to know the token
            return true;
        }
        String name = host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        return HERE.contains(name) || name.equals(options.host());
    }

    /** Whether a stream is opened by a page of this server, or by no page at all. */
    boolean isFromHere(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        String host = request.getHeaders().get(HttpHeader.HOST);
        String scheme = options.certificate() == null ? "http" : "https";
        return origin == null || origin.equalsIgnoreCase(scheme + "://" + host);
    }

    /** Whether somebody knows the token, if there is one; takes as long whatever is said. */
    boolean knows(String said) {
        return token == null || MessageDigest.isEqual(token, said.getBytes(StandardCharsets.UTF_8));
    }
}
