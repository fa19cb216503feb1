package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

class ModernJarsTest {
    @TempDir Path folder;

    private static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static TreeMap<String, Integer> versions(Path jar) throws IOException {
        var versions = new TreeMap<String, Integer>();
        try (var from = new JarFile(jar.toFile())) {
            for (var entry : from.stream().toList()) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                boolean isClass = entry.getName().endsWith(".class");
                versions.put(entry.getName(), isClass ? bytes[6] << 8 | bytes[7] & 0xff : 0);
            }
        }
        return versions;
    }

    /**
     * The parser's classes are from Java 5: rewritten, they are verified by their maps, and work.
     */
    @Test
    void oldClassesAreRewritten() throws Exception {
        var old = jarOf(CommandLine.class);
        var jar = ModernJars.modern(old, folder);
        assertThat(jar).isEqualTo(folder.resolve(old.getFileName()));
        var before = versions(old);
        assertThat(before.get("picocli/CommandLine.class")).isLessThan(ClassFile.JAVA_6_VERSION);
        var after = versions(jar);
        assertThat(after.keySet()).isEqualTo(before.keySet());
        assertThat(after.get("picocli/CommandLine.class")).isEqualTo(ClassFile.JAVA_7_VERSION);
        after.forEach(
                (name, version) -> {
                    if (before.get(name) >= ClassFile.JAVA_6_VERSION || before.get(name) == 0) {
                        assertThat(version).as(name).isEqualTo(before.get(name));
                    }
                });
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            for (var name : after.keySet()) {
                if (name.startsWith("picocli/") && name.endsWith(".class")) {
                    var type = name.substring(0, name.length() - 6).replace('/', '.');
                    Class.forName(type, true, loader);
                }
            }
            var type = loader.loadClass("picocli.CommandLine");
            assertThat(type.getField("VERSION").get(null)).isEqualTo(CommandLine.VERSION);
        }
    }

    /** Its manifest names the folder where it lies, and with that there would be no cache. */
    @Test
    void aJarNamesNoOthers() throws Exception {
        var named = jarOf(Class.forName("com.openize.drako.Draco"));
        var jar = ModernJars.modern(named, folder);
        try (var before = new JarFile(named.toFile());
                var after = new JarFile(jar.toFile())) {
            var attributes = before.getManifest().getMainAttributes();
            assertThat(attributes).containsEntry(Attributes.Name.CLASS_PATH, ".");
            attributes.remove(Attributes.Name.CLASS_PATH);
            assertThat(after.getManifest().getMainAttributes()).isEqualTo(attributes);
        }
        assertThat(versions(jar)).isEqualTo(versions(named));
    }

    @Test
    void newOnesStayWhereTheyAre() throws Exception {
        var jar = jarOf(Test.class);
        assertThat(ModernJars.modern(jar, folder)).isEqualTo(jar);
    }
}
