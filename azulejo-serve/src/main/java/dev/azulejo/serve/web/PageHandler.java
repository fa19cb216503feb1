package dev.azulejo.serve.web;

import dev.azulejo.serve.session.Viewers;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers what is no stream: the files of the page, and how the server is. */
final class PageHandler extends Handler.Abstract {
    private final PageFiles files = new PageFiles();
    private final Viewers viewers;
    private final Gate gate;
    private final String policy;

    PageHandler(Viewers viewers, Gate gate, List<String> embedders) {
        this.viewers = viewers;
        this.gate = gate;
        policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
                        + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                        + " frame-ancestors 'self' "
                        + String.join(" ", embedders);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var headers = response.getHeaders();
        headers.put("Content-Security-Policy", policy.strip());
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
        if (!gate.isOurs(request)) {
            return end(response, callback, HttpStatus.MISDIRECTED_REQUEST_421);
        }
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            headers.put(HttpHeader.ALLOW, "GET, HEAD");
            return end(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
        }
        String path = request.getHttpURI().getPath();
        if (path.equals("/health")) {
            var text =
                    "{\"status\":\"%s\",\"sessions\":%d,\"pictures\":%d}\n"
                            .formatted(
                                    viewers.isUp() ? "up" : "down",
                                    viewers.size(),
                                    viewers.served());
            var bytes = text.getBytes(StandardCharsets.US_ASCII);
            return send(response, callback, new PageFiles.PageFile(bytes, "application/json"));
        }
        var file = files.find(path);
        return file == null
                ? end(response, callback, HttpStatus.NOT_FOUND_404)
                : send(response, callback, file);
    }

    private static boolean end(Response response, Callback callback, int status) {
        response.setStatus(status);
        response.write(true, ByteBuffer.allocate(0), callback);
        return true;
    }

    private static boolean send(Response response, Callback callback, PageFiles.PageFile file) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, file.type());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, file.bytes().length);
        response.write(true, ByteBuffer.wrap(file.bytes()), callback);
        return true;
    }
}
