@echo off
rem Starts the azulejo command on Windows. In a distribution: runs its jars on its runtime. Beside sources: runs
rem what mvnw.cmd has built, and has it built at first use. See the script "azulejo", which does the same elsewhere.
setlocal DisableDelayedExpansion

set "AZ_HOME=%~dp0"
set "AZ_JAVA=%AZ_HOME%runtime\bin\java.exe"
set "AZ_PATH=%AZ_HOME%lib\*"
set "AZ_DIRECTIVES=%AZ_HOME%lib\compiler.directives"
if exist "%AZ_JAVA%" goto choose

rem Beside sources
if not defined JAVA_HOME goto onpath
set "AZ_JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%AZ_JAVA%" goto version
echo azulejo: JAVA_HOME has no bin\java.exe: a JDK 25 or newer expected>&2
exit /b 2

:onpath
set "AZ_JAVA=java.exe"
where /q java.exe
if not errorlevel 1 goto version
echo azulejo: no JDK 25 or newer found: set JAVA_HOME to one, or put its java on the PATH>&2
exit /b 2

:version
rem The first line is: openjdk 25.0.1 2025-10-21
set "AZ_VERSION="
for /f "tokens=2 delims=.- " %%V in ('call "%AZ_JAVA%" --version 2^>nul') do if not defined AZ_VERSION set "AZ_VERSION=%%V"
if not defined AZ_VERSION set "AZ_VERSION=0"
if %AZ_VERSION% GEQ 25 goto built
echo azulejo: no JDK 25 or newer found: set JAVA_HOME to one, or put its java on the PATH>&2
exit /b 2

:built
set "AZ_TARGET=%AZ_HOME%azulejo-cli\target"
if exist "%AZ_TARGET%\lib" goto jars
echo azulejo: building (first use; about a minute)>&2
pushd "%AZ_HOME%"
call mvnw.cmd -B -q -pl azulejo-cli -am -DskipTests package 1>&2
set "AZ_CODE=%ERRORLEVEL%"
popd
if "%AZ_CODE%"=="0" goto jars
echo azulejo: the build failed>&2
exit /b 1

:jars
set "AZ_PATH=%AZ_TARGET%\*;%AZ_TARGET%\lib\*"
set "AZ_DIRECTIVES=%AZ_HOME%config\compiler.directives"

:choose
rem Vector kernels pay where frames are many: the same bounds as in the script "azulejo"
set "AZ_VECTORS="
for %%C in (bench compare figures regions trace simulate sweep worker serve) do if "%~1"=="%%C" set "AZ_VECTORS=--add-modules jdk.incubator.vector"
set "AZ_MODELS=0"
if "%~1"=="worker" set "AZ_MODELS=1000"
if defined AZ_VECTORS goto heap
if not "%~1"=="render" goto heap
set "AZ_FRAMES="
set "AZ_CLUSTER="
set "AZ_SCALAR="
call :scan %*
if %AZ_MODELS% GTR 48 set "AZ_VECTORS=--add-modules jdk.incubator.vector"
if defined AZ_SCALAR set "AZ_VECTORS="
rem Others render
if defined AZ_CLUSTER set "AZ_VECTORS="
if defined AZ_CLUSTER set "AZ_MODELS=0"
goto heap

:scan
rem The command line of cmd splits at "=" by itself: --frames=49 comes as two
if "%~1"=="" exit /b 0
if "%~1"=="--animate" set "AZ_VECTORS=--add-modules jdk.incubator.vector"
if "%~1"=="--cluster" set "AZ_CLUSTER=yes"
if "%~1"=="--list" set "AZ_VECTORS=--add-modules jdk.incubator.vector"
if "%~1"=="--list" set "AZ_MODELS=1000"
if "%~1"=="--frames" call :frames "%~2"
if "%~1"=="--kernels" call :kernels "%~2"
if /i "%~x1"==".glb" set /a AZ_MODELS+=1
if /i "%~x1"==".gltf" set /a AZ_MODELS+=1
shift
goto scan

:frames
set /a "AZ_FRAMES=%~1" 2>nul
if not defined AZ_FRAMES exit /b 0
if %AZ_FRAMES% GTR 48 set "AZ_VECTORS=--add-modules jdk.incubator.vector"
exit /b 0

:kernels
if /i "%~1"=="vector" set "AZ_VECTORS=--add-modules jdk.incubator.vector"
if /i "%~1"=="scalar" set "AZ_SCALAR=yes"
exit /b 0

:heap
rem One picture fits into the young generation of a heap that begins with a twentieth of the memory; of many models half
rem of the heap is young, and what the compiler leaves out, by flags and by the file of directives, is for them: see the
rem script "azulejo"
set "AZ_HEAP="
if %AZ_MODELS% GEQ 2 goto many
if not defined AZ_VECTORS set "AZ_HEAP=-XX:InitialRAMPercentage=5"
goto run

:many
set "AZ_HEAP=-XX:NewRatio=1 -XX:-UseProfiledLoopPredicate -XX:LoopUnrollLimit=30 -XX:-PartialPeelLoop"
rem Quotes around all would end before the path, which may hold an ampersand
if exist "%AZ_DIRECTIVES%" set AZ_HEAP=%AZ_HEAP% -XX:+UnlockDiagnosticVMOptions -XX:-DisplayVMOutput -XX:CompilerDirectivesFile="%AZ_DIRECTIVES%"
goto run

:run
rem Two collectors do not go together
set "AZ_GC=-XX:+UseSerialGC"
if "%~1"=="serve" set "AZ_GC=-XX:+UseG1GC"
if defined AZULEJO_JAVA_OPTS if not "%AZULEJO_JAVA_OPTS:GC=%"=="%AZULEJO_JAVA_OPTS%" set "AZ_GC="
"%AZ_JAVA%" --sun-misc-unsafe-memory-access=allow -Djava.awt.headless=true -XX:-UsePerfData -XX:+UseCondCardMark -XX:-DontCompileHugeMethods %AZ_GC% %AZ_HEAP% %AZ_VECTORS% %AZULEJO_JAVA_OPTS% -cp "%AZ_PATH%" dev.azulejo.cli.Main %*
exit /b %ERRORLEVEL%
