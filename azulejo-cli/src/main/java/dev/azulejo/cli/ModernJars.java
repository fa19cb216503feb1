package dev.azulejo.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Brings jars up to date for a start-up cache, which cannot hold classes from before Java 6: they
 * come without stack maps, so they are parsed and verified the slow way at each start, and whatever
 * refers to them with them. Picocli's are; read and verified, they take longer than a small
 * picture. Nor is there a cache where a jar names a folder with something in it as part of the
 * class path, as Drako's does; such names are left out: all of the class path is in the command.
 *
 * <p>Arguments: a folder for what is rewritten, then the jars of a class path. Prints the class
 * path with the rewritten jars in their places. The launcher runs this when it builds.
 */
final class ModernJars {
    private static final int OLDEST = ClassFile.JAVA_6_VERSION;

    private ModernJars() {}

    /** Rewrites what is old. */
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        var path = new ArrayList<String>();
        for (int i = 1; i < arguments.length; i++) {
            path.add(modern(Path.of(arguments[i]), folder).toString());
        }
        System.out.println(String.join(File.pathSeparator, path));
    }

    /** Returns a jar without old classes and names of others: the same one if it has none. */
    static Path modern(Path jar, Path folder) throws IOException {
        try (var from = new JarFile(jar.toFile())) {
            boolean old = namesOthers(from);
            boolean signed = false;
            for (var entry : from.stream().toList()) {
                old |= isOld(entry, from.getInputStream(entry).readNBytes(8));
                signed |= entry.getName().matches("META-INF/[^/]+\\.SF");
            }
            if (!old || signed) {
                return jar;
            }
            var to = folder.resolve(jar.getFileName());
            rewrite(jar, from, to);
            return to;
        }
    }

    private static boolean namesOthers(JarFile jar) throws IOException {
        var manifest = jar.getManifest();
        return manifest != null
                && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH);
    }

    private static byte[] withoutOthers(JarFile jar) throws IOException {
        var manifest = new Manifest(jar.getManifest());
        manifest.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
        var bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    private static boolean isOld(JarEntry entry, byte[] start) {
        return entry.getName().endsWith(".class")
                && start.length >= 8
                && (start[6] << 8 | start[7] & 0xff) < OLDEST;
    }

    private static void rewrite(Path jar, JarFile from, Path to) throws IOException {
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var out = new JarOutputStream(Files.newOutputStream(to))) {
            var classFile =
                    ClassFile.of(
                            ClassFile.ConstantPoolSharingOption.NEW_POOL,
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                            ClassFile.ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(loader)
                                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (var entry : from.stream().toList()) {
                byte[] bytes =
                        entry.getName().equals(JarFile.MANIFEST_NAME) && namesOthers(from)
                                ? withoutOthers(from)
                                : from.getInputStream(entry).readAllBytes();
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(isOld(entry, bytes) ? modern(classFile, bytes) : bytes);
                out.closeEntry();
            }
        }
    }

    /** The same class, with stack maps. */
    private static byte[] modern(ClassFile classFile, byte[] old) {
        ClassTransform version =
                (builder, element) -> {
                    if (element instanceof ClassFileVersion) {
                        builder.withVersion(OLDEST + 1, 0);
                    } else {
                        builder.with(element);
                    }
                };
        // A method's code is made anew, maps and all, where something goes through its instructions
        var code = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return classFile.transformClass(classFile.parse(old), version.andThen(code));
    }
}
