package dev.azulejo.serve.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the page is made of: a fixed list, read once; no address leads to any other file. */
final class PageFiles {
    /** A file. */
    @SuppressWarnings("ArrayRecordComponent") // sent, never compared
    record PageFile(byte[] bytes, String type) {}

    private final Map<String, PageFile> files = new LinkedHashMap<>();

    PageFiles() {
        add("/", "index.html", "text/html; charset=utf-8");
        add("/page.css", "page.css", "text/css; charset=utf-8");
        for (var script : new String[] {"page", "stream", "protocol", "charts", "embed"}) {
            add("/%s.js".formatted(script), script + ".js", "text/javascript; charset=utf-8");
        }
        add("/icon.svg", "icon.svg", "image/svg+xml");
    }

    private void add(String path, String resource, String type) {
        try (var in = PageFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in the jar");
            }
            files.put(path, new PageFile(in.readAllBytes(), type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what lies at a path; null for nothing. */
    PageFile find(String path) {
        return files.get(path);
    }
}
